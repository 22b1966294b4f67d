import type { Middleware } from 'koa'
import type { JsonObject } from '#http/json.ts'
import { errorsPage } from './errors-page.ts'
import { layout } from './layout.ts'
import { referencePage } from './reference-page.ts'
import { sandboxPage } from './sandbox-page.ts'

/** The APIs that are described: that of merchants, who read its documentation, and that of the service's own staff. */
export interface Descriptions {
  readonly merchants: JsonObject
  readonly staff: JsonObject
}

/**
 * The documentation, made once from the routes and the table of errors: `/openapi.json` and the pages of `/docs`, and
 * `/staff/openapi.json`.
 */
export function documentation({ merchants, staff }: Descriptions, styleUrl: string): Middleware {
  const page = (content: string) => ({ type: 'text/html; charset=utf-8', content })
  const files = new Map([
    ['/openapi.json', { type: 'application/json', content: JSON.stringify(merchants) }],
    ['/staff/openapi.json', { type: 'application/json', content: JSON.stringify(staff) }],
    ['/docs', page(layout(referencePage(merchants), styleUrl))],
    ['/docs/erreurs', page(layout(errorsPage(), styleUrl))],
    ['/docs/sandbox', page(layout(sandboxPage(), styleUrl))],
  ])
  return async (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD'
    const file = isRead ? files.get(context.path) : undefined
    if (file === undefined) return next()
    context.set({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=60',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Content-Type': file.type,
      'Referrer-Policy': 'no-referrer',
    })
    context.body = file.content
  }
}
