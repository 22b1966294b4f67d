import type { Context } from 'koa'

type Asked = Pick<Context, 'method' | 'response'>

/**
 * Whether this request reads. Otherwise, for a path that can only be read, it leaves word for the end of the app, which
 * answers 405.
 */
export function isReadOnly({ method, response }: Asked): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  response.set('Allow', readMethods)
  return false
}

const readMethods = 'GET, HEAD'

/** The methods of a page that knows this path, if one left word. */
export function methodsOfPage({ response }: Pick<Asked, 'response'>): readonly string[] {
  return response.get('Allow') === readMethods ? readMethods.split(', ') : []
}
