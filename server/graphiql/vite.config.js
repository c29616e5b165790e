import { defineConfig } from 'vite'

// The server answers <prefix>/graphql with index.html and serves the whole build below <prefix>/graphiql/.
const renderBuiltUrl = (file, { hostType }) => (hostType === 'html' ? `graphiql/${file}` : { relative: true })

export default defineConfig({
  base: './',
  build: {
    outDir: '../headwater/graphiql_dist',
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    chunkSizeWarningLimit: 5000,
  },
  experimental: { renderBuiltUrl },
})
