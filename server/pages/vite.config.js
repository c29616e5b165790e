import { defineConfig } from 'vite'

// The server answers <prefix>/graphql and <prefix>/docs with the pages and serves the whole build below <prefix>/pages/.
const renderBuiltUrl = (file, { hostType }) => (hostType === 'html' ? `pages/${file}` : { relative: true })

export default defineConfig({
  base: './',
  build: {
    outDir: '../headwater/pages_dist',
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { input: ['graphiql.html', 'swagger.html'] },
  },
  experimental: { renderBuiltUrl },
})
