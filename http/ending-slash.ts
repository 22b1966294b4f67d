import type { Middleware } from 'koa'

/** Sends a reader of a page whose address was written with a slash at the end to the one without. */
export const withoutEndingSlash: Middleware = async (context, next) => {
  const { method, path, search } = context
  const [, meant] = endedBySlash.exec(path) ?? []
  const isRead = method === 'GET' || method === 'HEAD'
  if (meant === undefined || !isRead || path.startsWith('/v2/')) return next()
  context.redirect(meant + search)
  context.status = 308
}

/**
 * Only plain names between single slashes, and none of a file: whatever else may be read as the address of another
 * host.
 */
const endedBySlash = /^((?:\/[\w~-]+)+)\/+$/
