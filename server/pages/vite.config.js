import { defineConfig } from 'vite'
import { documents } from './documents.js'

// The server answers <prefix>/, <prefix>/graphql and <prefix>/docs with the pages and serves the whole build below <prefix>/pages/.
const renderBuiltUrl = (file, { hostType }) => (hostType === 'html' ? `pages/${file}` : { relative: true })

export default defineConfig({
  base: './',
  plugins: [documents('explorer/documents', 'explorer-documents.json')],
  build: {
    outDir: '../headwater/pages_dist',
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    chunkSizeWarningLimit: 5000,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['explorer.html', 'graphiql.html', 'swagger.html'] },
  },
  worker: { format: 'es' },
  experimental: { renderBuiltUrl },
})
