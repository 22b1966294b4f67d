/**
 * Preloaded (`node --import ./platform/jsx.mjs`) by processes that serve pages or start often: compiles `.tsx` files
 * when they are loaded, because Node has no loader for JSX. Everything else runs as written.
 *
 * It also says where our own files are: `#domain/ids.ts` and `./ids.ts` name a file to the letter, so nothing has to be
 * looked up. For the thousand files of the API, Node's own search takes about a tenth of the processor time of a start.
 *
 * Compiled files are cached (kept.ts) while file and compiler stay the same; with a full cache the compiler is not
 * even loaded. Node's own compile cache is in `.cache/compiled`. Both folders may be deleted at any time.
 */
import { readFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Under systemd each unit has a folder of its own.
const cacheFolder =
  process.env['CACHE_DIRECTORY'] ?? fileURLToPath(new URL('../.cache', import.meta.url))
enableCompileCache(join(cacheFolder, 'compiled'))
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

const root = new URL('../', import.meta.url).href
/** The first that imported each of our own files, for the error if there is no such file. */
const importers = new Map()
/** What the names of packages mean to our own files. */
const packages = new Map()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const url = ownFile(specifier, context.parentURL ?? '')
    if (url === undefined) return packageFile(specifier, context, nextResolve)
    if (!importers.has(url)) importers.set(url, context.parentURL)
    const format = url.endsWith('.tsx') ? 'module' : 'module-typescript'
    return { url, format, shortCircuit: true }
  },
  load(url, context, nextLoad) {
    try {
      if (!url.endsWith('.tsx')) return nextLoad(url, context)
      return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
    } catch (error) {
      if (error.code === 'ENOENT' && importers.has(url))
        error.message += `, imported from ${fileURLToPath(importers.get(url))}`
      throw error
    }
  },
})

/** The file that one of our own files means by this; undefined if Node must find it. */
function ownFile(specifier, parent) {
  if (!/\.tsx?$/.test(specifier)) return undefined
  if (!isOurs(parent)) return undefined
  if (specifier.startsWith('#')) return new URL(specifier.slice(1), root).href
  return /^\.\.?\//.test(specifier) ? new URL(specifier, parent).href : undefined
}

/** What a package's name means to one of our own files, it means to all: it is looked up once, not a thousand times. */
function packageFile(specifier, context, nextResolve) {
  const { conditions, importAttributes, parentURL = '' } = context
  if (!isOurs(parentURL) || /^[./]/.test(specifier)) return nextResolve(specifier, context)
  const key = JSON.stringify([specifier, conditions, importAttributes])
  const found = packages.get(key) ?? nextResolve(specifier, context)
  packages.set(key, found)
  return { ...found, shortCircuit: true }
}

function isOurs(url) {
  return url.startsWith(root) && !url.includes('/node_modules/')
}

function compiled(path) {
  const source = readFileSync(path, 'utf8')
  return keptText(
    [maker, path, source],
    () => require('esbuild').transformSync(source, { ...options, sourcefile: path }).code,
  )
}
