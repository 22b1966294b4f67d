import { createRequire } from 'node:module'
import type * as Esbuild from 'esbuild'
import { keptText } from '#platform/kept.ts'

const require = createRequire(import.meta.url)
/** The oldest supported browsers; phones that are no longer updated keep such versions. */
const supported = ['chrome87', 'safari14', 'firefox85']
const { version } = require('esbuild/package.json') as { readonly version: string }

/** For the script of payers, who come with whatever phone they have. */
export const oldPhones = ['chrome60', 'safari11', 'firefox60']

/** A style or script as browsers get it: minified, and compiled for old browsers. Cached by its inputs. */
export function packed(text: string, loader: 'css' | 'js', target = supported): Buffer {
  const options = { loader, minify: true, target, format: 'iife' } as const
  // Loaded only when needed: the compiler starts a process and a thread of its own.
  const make = (): string =>
    (require('esbuild') as typeof Esbuild).transformSync(text, options).code
  return Buffer.from(keptText([version, JSON.stringify(options), text], make))
}
