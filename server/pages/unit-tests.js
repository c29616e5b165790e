// Runs explorer/**/*.test.ts by Node's own test runner, with the modules as Vite resolves them.
import { readdirSync } from 'node:fs'
import { createServer } from 'vite'

const server = await createServer({
  server: { middlewareMode: true, ws: false, watch: null },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
})
const files = readdirSync('explorer', { recursive: true }).filter((file) => file.endsWith('.test.ts'))
if (files.length === 0) throw new Error('there are no tests')
for (const file of files) await server.ssrLoadModule(`/explorer/${file}`)
await server.close()
