/**
 * Preloaded (`node --import ./platform/jsx.mjs`) by whatever serves pages: `.tsx` is turned into JavaScript as it is
 * loaded. Everything else runs as written; Node itself has no loader for JSX.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const sourcefile = fileURLToPath(url)
    const { code } = transformSync(readFileSync(sourcefile, 'utf8'), {
      loader: 'tsx',
      sourcefile,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      target: 'node24',
      sourcemap: 'inline',
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
