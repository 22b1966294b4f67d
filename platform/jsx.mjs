/**
 * Preloaded (`node --import ./platform/jsx.mjs`) by processes that serve pages or start often: compiles `.tsx` files
 * when they are loaded, because Node has no loader for JSX. Everything else runs as written.
 *
 * Compiled files are cached (kept.ts) while file and compiler stay the same; with a full cache the compiler is not
 * even loaded. Node's own compile cache is in `.cache/compiled`. Both folders may be deleted at any time.
 */
import { readFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))
// Imported only now, so that the compile cache covers it: its types are stripped once, not at each start.
const { keptText } = await import('./kept.ts')

const require = createRequire(import.meta.url)
const options = {
  loader: 'tsx',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  target: 'node24',
  sourcemap: 'inline',
}
const maker = JSON.stringify([require('esbuild/package.json').version, options])

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
  },
})

function compiled(path) {
  const source = readFileSync(path, 'utf8')
  return keptText(
    [maker, path, source],
    () => require('esbuild').transformSync(source, { ...options, sourcefile: path }).code,
  )
}
