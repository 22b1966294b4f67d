import { createRequire } from 'node:module'
import type * as Esbuild from 'esbuild'
import { keptText } from '#platform/kept.ts'

const require = createRequire(import.meta.url)
/** The oldest browsers that the pages are made for; phones that are not renewed stay on such. */
const target = ['chrome87', 'safari14', 'firefox85']
const { version } = require('esbuild/package.json') as { readonly version: string }

/** A style or a script as browsers get it: small, and for old ones too. It is made once for what it is made of, and kept. */
export function packed(text: string, loader: 'css' | 'js'): Buffer {
  const options = { loader, minify: true, target, format: 'iife' } as const
  // The compiler is loaded where it is needed alone: it has a process and a thread of its own.
  const make = (): string =>
    (require('esbuild') as typeof Esbuild).transformSync(text, options).code
  return Buffer.from(keptText([version, JSON.stringify(options), text], make))
}
