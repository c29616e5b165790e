// The explorer's GraphQL documents: one .graphql file an operation, fragments in any file of the folder.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kind, parse, print, visit } from 'graphql'

const MODULE = 'virtual:documents'
const RESOLVED = `\0${MODULE}`

/** All operations of a folder, each with the fragments that it needs: [{ name, hash, text }], sorted by name. */
export function readDocuments(folder) {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
  const definitions = files.flatMap((file) => parse(readFileSync(join(folder, file), 'utf-8')).definitions)
  const fragments = new Map(definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]))
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  return operations.map((operation) => toDocument(operation, fragments)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A Vite plugin: the module `virtual:documents` exports each operation by its name, and the build has a file of all. */
export function documents(folder, manifest) {
  return {
    name: 'headwater-documents',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      return readDocuments(folder)
        .map((document) => `export const ${document.name} = ${JSON.stringify(document)}`)
        .join('\n')
    },
    generateBundle() {
      const texts = Object.fromEntries(readDocuments(folder).map(({ hash, text }) => [hash, text]))
      this.emitFile({ type: 'asset', fileName: manifest, source: JSON.stringify(texts) })
    },
  }
}

const isFragment = (definition) => definition.kind === Kind.FRAGMENT_DEFINITION

function toDocument(operation, fragments) {
  const needed = new Map()
  const collect = (definition) =>
    visit(definition, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment) throw new Error(`${operation.name.value}: there is no fragment ${name.value}`)
        if (needed.has(name.value)) return
        needed.set(name.value, fragment)
        collect(fragment)
      },
    })
  collect(operation)
  const text = [operation, ...needed.values()].map(print).join('\n\n')
  return { name: operation.name.value, hash: createHash('sha256').update(text).digest('hex'), text }
}
