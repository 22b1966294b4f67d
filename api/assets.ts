import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Middleware } from 'koa'

/** The files of `api/assets/`: pictures that answers of the API name by their address, and what its pages need. */
export interface Assets {
  /** The public address of a file; it changes with its content. RangeError for a file that is not there. */
  readonly urlOf: (name: string) => string
  /** The same without the host, for pages of the service itself, under whatever name it is called. */
  readonly pathOf: (name: string) => string
  /** Serves them at `/assets/...`, to any site. */
  readonly middleware: Middleware
}

/** Reads them once; `publicUrl` is without a slash at its end. */
export function loadAssets(publicUrl: string): Assets {
  const names = readdirSync(folder).filter((name) => extname(name) in contentTypes)
  const files = new Map(names.map((name) => [`/assets/${name}`, readAsset(name)]))
  const pathOf = (name: string): string => {
    const path = `/assets/${name}`
    const file = files.get(path)
    if (file === undefined) throw new RangeError(`no such asset: ${name}`)
    return `${path}?v=${file.version}`
  }
  return {
    urlOf: (name) => publicUrl + pathOf(name),
    pathOf,
    middleware: async (context, next) => {
      const file = isRead(context.method) ? files.get(context.path) : undefined
      if (file === undefined) return next()
      // Another version is asked for while old and new processes serve side by side: that answer must not be kept.
      const isVersioned = context.query['v'] === file.version
      context.set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': isVersioned ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
        'Content-Security-Policy': "default-src 'none'",
        'Content-Type': file.contentType,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: `"${file.version}"`,
      })
      context.status = 200
      if (context.fresh) context.status = 304
      else context.body = file.content
    },
  }
}

type Asset = {
  readonly content: Buffer
  readonly contentType: string
  readonly version: string
}

/** Files with another ending are not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const folder = new URL('./assets/', import.meta.url)
const versionLength = 16
const yearSeconds = 31_536_000

function readAsset(name: string): Asset {
  const content = readFileSync(new URL(name, folder))
  const version = createHash('sha256').update(content).digest('hex').slice(0, versionLength)
  return { content, contentType: contentTypes[extname(name)] ?? '', version }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
