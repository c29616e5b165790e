// Writes the types of the explorer's documents, from schema.graphql; with --check it fails if they are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import { buildSchema, parse } from 'graphql'
import { readDocuments } from './documents.js'

const TYPES = 'explorer/api/types.ts'
const DOCUMENTS = 'explorer/api/documents.d.ts'
const SCHEMA = '../../schema.graphql'

const documents = readDocuments('explorer/documents')
const schema = readFileSync(SCHEMA, 'utf-8')
const types = await codegen({
  filename: TYPES,
  schema: parse(schema),
  schemaAst: buildSchema(schema),
  documents: [{ location: 'explorer/documents', document: parse(withoutRepeatedFragments()) }],
  plugins: [{ operations: {} }],
  pluginMap: { operations: operationTypes },
  config: {
    inlineFragmentTypes: 'combine',
    mergeFragmentTypes: true,
    scalars: { DateTime: 'string', Long: 'number', JSON: 'unknown', ID: 'string' },
  },
})

const BY = '// Written by document-types.js (npm run types) from schema.graphql and the documents.\n'
const isCheck = process.argv.includes('--check')
for (const [file, text] of [
  [TYPES, `${BY}${types}\n`],
  [DOCUMENTS, `${BY}${typedDocuments()}`],
]) {
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf-8') !== text) {
    console.error(`${file} is out of date: run \`npm run types\` in server/pages`)
    process.exitCode = 1
  }
}

function withoutRepeatedFragments() {
  const parts = new Set(documents.flatMap((document) => document.text.split(/\n\n(?=fragment )/)))
  return [...parts].join('\n\n')
}

function typedDocuments() {
  const typed = documents.map(({ name, text }) => {
    const type = `${name}${text.startsWith('subscription') ? 'Subscription' : 'Query'}`
    return `export const ${name}: Document<T.${type}, T.${type}Variables>`
  })
  return `import type * as T from './types'

/** A document of the page: its name, its SHA-256 and its text. The types are those of its answer and its variables. */
export type Document<Answer, Variables> = {
  readonly name: string
  readonly hash: string
  readonly text: string
  readonly types?: (variables: Variables) => Answer
}

${typed.join('\n')}
`
}
