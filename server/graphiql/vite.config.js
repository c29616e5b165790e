import { defineConfig } from 'vite'

// index.html is served at <prefix>/graphql and its assets at <prefix>/graphiql/: relative links hold under any prefix.
export default defineConfig({
  base: './',
  build: {
    outDir: '../headwater/graphiql_dist',
    emptyOutDir: true,
    assetsDir: 'graphiql',
    license: { fileName: 'LICENSES.md' },
    chunkSizeWarningLimit: 5000,
  },
})
