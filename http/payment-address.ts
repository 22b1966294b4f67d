import type { Middleware } from 'koa'
import { renderSVG } from 'uqr'
import type { Mode } from '#domain/transactions/transaction.ts'

/** Where the payer of a link or of a QR code goes; its page shows what GET /v2/payment-links/{id} tells. */
export function payUrl(publicUrl: string, mode: Mode, id: string): string {
  return `${publicUrl}/${mode}/pay/${id}`
}

/** The picture of that address, to be printed or shown. */
export function qrUrl(payAddress: string): string {
  return `${payAddress}/qr.svg`
}

/** The short address of a link, at the service that its own address names. */
export function shortUrl(payAddress: string, word: string): string {
  return payAddress.replace(/\/(?:live|sandbox)\/pay\/[^/]*$/, `/p/${word}`)
}

/** What readers need of white around the code. */
const quietModules = 4

const qrPath = /^\/(live|sandbox)\/pay\/([0-9a-f-]{36})\/qr\.svg$/

/** Serves the pictures: each is made of its own address alone, and says nothing that who asks does not know. */
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
    })
  }
}
