import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'
import { isReadOnly } from '#http/read-only.ts'
import { type Download, downloadsRoot, libraryFiles } from './libraries.ts'

/** Serves the libraries under `/docs/downloads`; packed on the first request. */
export function downloads(publicUrl: string): Middleware {
  let made: ReadonlyMap<string, Download & { readonly tag: string }> | undefined
  return async (context, next) => {
    if (!context.path.startsWith(`${downloadsRoot}/`)) return next()
    made ??= withTags(libraryFiles(publicUrl))
    const file = made.get(context.path)
    if (file === undefined || !isReadOnly(context)) return next()
    // The address stays when a new version is deployed: whoever keeps a copy asks whether it still holds.
    context.set({ 'Cache-Control': 'no-cache', 'Content-Type': file.type, ETag: file.tag })
    context.status = 200
    if (context.fresh) context.status = 304
    else context.body = file.content
  }
}

function withTags(files: ReadonlyMap<string, Download>) {
  const tagged = [...files].map(([path, file]) => {
    const digest = createHash('sha256').update(file.content).digest('hex')
    return [path, { ...file, tag: `"${digest}"` }] as const
  })
  return new Map(tagged)
}
