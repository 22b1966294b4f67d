/**
 * Preloaded (`node --import ./platform/jsx.mjs`) by whatever serves pages, or starts often: `.tsx` is turned into
 * JavaScript as it is loaded. Everything else runs as written; Node itself has no loader for JSX.
 *
 * What came of a file is kept (kept.ts), and used as long as the file and the compiler are the same: then the compiler is
 * not even loaded. What Node itself makes of each file is kept in `.cache/compiled`. Nothing depends on these folders: what
 * cannot be kept is made again.
 */
import { readFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { keptText } from './kept.ts'

enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))

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
