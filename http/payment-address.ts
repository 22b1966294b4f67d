import type { Middleware } from 'koa'
import { renderSVG } from 'uqr'
import type { Mode } from '#domain/transactions/transaction.ts'

/** The payment page of a link or QR code; it shows what GET /v2/payment-links/{id} returns. */
export function payUrl(publicUrl: string, mode: Mode, id: string): string {
  return `${publicUrl}/${mode}/pay/${id}`
}

/** The QR code picture of that address, to print or show. */
export function qrUrl(payAddress: string): string {
  return `${payAddress}/qr.svg`
}

/** The short address of a link, on the same host. */
export function shortUrl(payAddress: string, word: string): string {
  return payAddress.replace(/\/(?:live|sandbox)\/pay\/[^/]*$/, `/p/${word}`)
}

/** The white margin that readers need, in modules. */
const quietModules = 4

/** As the codes on pages: up to 15 % of a printed code may be damaged. */
const correction = 'M'

const qrPath = /^\/(live|sandbox)\/pay\/([0-9a-f-]{36})\/qr\.svg$/

/** Serves the pictures. Each is derived from its own URL, so it reveals nothing that the requester does not know. */
export function qrCodes(publicUrl: string): Middleware {
  return async (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD'
    const [, mode, id] = (isRead && qrPath.exec(context.path)) || []
    if (mode === undefined || id === undefined) return next()
    context.set({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Content-Type': 'image/svg+xml',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    context.body = renderSVG(payUrl(publicUrl, mode === 'live' ? 'live' : 'sandbox', id), {
      border: quietModules,
      ecc: correction,
    })
  }
}
