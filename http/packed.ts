import { createRequire } from 'node:module'
import type { transformSync } from 'esbuild'
import { kept } from '#platform/kept.ts'

/** A style or a script as browsers get it: small, and in the words of the oldest that pages are made for. Made once, and kept. */
export function packed(text: string, loader: 'css' | 'js'): Buffer {
  const options = { loader, minify: true, target: browsers, format: 'iife' } as const
  const made = kept('packed', [JSON.stringify([compilerVersion, options]), text], () => {
    // Looked up where it is needed alone: most processes find what they need.
    const esbuild = require('esbuild') as { readonly transformSync: typeof transformSync }
    return esbuild.transformSync(text, options).code
  })
  return Buffer.from(made)
}

/** Phones that are not renewed stay on such. */
const browsers = ['chrome87', 'safari14', 'firefox85']

const require = createRequire(import.meta.url)
const { version: compilerVersion } = require('esbuild/package.json') as { readonly version: string }
