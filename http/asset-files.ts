import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Middleware } from 'koa'
import { isReadOnly } from './read-only.ts'

/** The files under `/assets/` and `/favicon.ico`: pictures whose URLs the API returns, and files that pages load. */
export interface Assets {
  /** The public URL of a file; it changes with its content. RangeError if there is no such file. */
  readonly urlOf: (name: string) => string
  /** The same without the host, for the service's own pages, whatever host name they are served under. */
  readonly pathOf: (name: string) => string
  /** Serves them to any origin. */
  readonly middleware: Middleware
}

/** A file to serve; `name` is the last part of its path. */
export interface AssetFile {
  readonly name: string
  readonly content: Buffer
}

/** The files of a folder that have a known content type. */
export function readAssets(folder: URL): AssetFile[] {
  const names = readdirSync(folder).filter((name) => extname(name) in contentTypes)
  return names.map((name) => ({ name, content: readFileSync(new URL(name, folder)) }))
}

/** Where a file is served, without the host; it changes with its content. */
export function assetPathOf({ name, content }: AssetFile): string {
  const ending = extname(name)
  return `/assets/${name.slice(0, -ending.length)}.${versionOf(content)}${ending}`
}

/** Serves these files; `publicUrl` has no trailing slash. */
export function loadAssets(publicUrl: string, sources: readonly AssetFile[]): Assets {
  const files = new Map(sources.map((source) => [source.name, assetOf(source)]))
  const pathOf = (name: string): string => {
    const file = files.get(name)
    if (file === undefined) throw new RangeError(`no such asset: ${name}`)
    return file.path
  }
  return {
    urlOf: (name) => publicUrl + pathOf(name),
    pathOf,
    middleware: async (context, next) => {
      const file = files.get(nameIn(context.path))
      if (file === undefined || !isReadOnly(context)) return next()
      context.set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': cacheOf(context.path, file),
        'Content-Security-Policy': "default-src 'none'",
        'Content-Type': file.contentType,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: `W/"${file.version}"`,
        Vary: 'Accept-Encoding',
      })
      context.status = 200
      if (context.fresh) context.status = 304
      else await writeBody(context, file)
    },
  }
}

/** A compressed text, computed once per encoding on first request. */
type Packed = Readonly<Record<Coding, () => Promise<Buffer>>>

interface Asset {
  readonly content: Buffer
  readonly contentType: string
  readonly version: string
  readonly path: string
  readonly packed: Packed | null
}

type Coding = 'br' | 'gzip'

/** Files with another extension are not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** Bitmaps and fonts are already compressed. */
const packedBefore = new Set(['.png', '.woff2'])
const versionLength = 16
const yearSeconds = 31_536_000
const addressShape = /^\/assets\/([a-z0-9-]+)(?:\.[0-9a-f]{16})?(\.[a-z0-9]+)$/

/** Browsers request it whatever a page says; it is the tab icon as a bitmap. */
const favicon = { path: '/favicon.ico', name: 'icon-192.png' }
const daySeconds = 86_400

/** The name without the version: `/assets/style.0123456789abcdef.css` means `style.css`. */
function nameIn(path: string): string {
  if (path === favicon.path) return favicon.name
  const [, base = '', ending = ''] = addressShape.exec(path) ?? []
  return base + ending
}

/**
 * During a deployment, old and new processes serve side by side, and a request may name another version: that answer
 * must not be cached.
 */
function cacheOf(path: string, file: Asset): string {
  if (path === favicon.path) return `public, max-age=${daySeconds}`
  return path === file.path ? `public, max-age=${yearSeconds}, immutable` : 'no-cache'
}

function assetOf(file: AssetFile): Asset {
  const { name, content } = file
  const ending = extname(name)
  return {
    content,
    contentType: contentTypes[ending] ?? '',
    version: versionOf(content),
    path: assetPathOf(file),
    packed: packedBefore.has(ending) ? null : packedOnce(content),
  }
}

function versionOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, versionLength)
}

function packedOnce(content: Buffer): Packed {
  let br: Promise<Buffer> | undefined
  let gz: Promise<Buffer> | undefined
  return {
    br: () => (br ??= promisify(brotliCompress)(content)),
    gzip: () => (gz ??= promisify(gzip)(content, { level: 9 })),
  }
}

async function writeBody(context: Parameters<Middleware>[0], file: Asset): Promise<void> {
  const coding = file.packed && context.acceptsEncodings('br', 'gzip', 'identity')
  if (file.packed === null || (coding !== 'br' && coding !== 'gzip')) {
    context.body = file.content
    return
  }
  const body = await file.packed[coding]()
  context.set('Content-Encoding', coding)
  context.body = body
}
