import type { WebContext } from '#web/context.ts'
import type { Cookie } from './cookies.ts'
import type { Flash } from '#web/design/scope.ts'

/** Flash messages travel in a signed cookie, so that no page shows a sentence written by somebody else. */
export interface Flashes {
  write(flash: Flash): Cookie
  read(value: string | undefined): Flash | null
  readonly forget: Cookie
}

/** Name of the cookie. */
export const flashCookie = 'flash'

const maxAgeSeconds = 60
const textLengthMax = 500
const tones = ['ok', 'info', 'bad'] as const

export function createFlashes(
  keyring: Pick<WebContext['database']['keyring'], 'mac' | 'sameBytes'>,
): Flashes {
  const sign = (body: string): Buffer => keyring.mac('flash', body)
  return {
    forget: { name: flashCookie, value: '', maxAgeSeconds: 0 },
    write({ tone, text }) {
      const body = Buffer.from(`${tone} ${text.slice(0, textLengthMax)}`).toString('base64url')
      const value = `${body}.${sign(body).toString('base64url')}`
      return { name: flashCookie, value, maxAgeSeconds }
    },
    read(value = '') {
      const [body = '', signature = ''] = value.split('.')
      if (!keyring.sameBytes(Buffer.from(signature, 'base64url'), sign(body))) return null
      const said = Buffer.from(body, 'base64url').toString('utf8')
      const tone = tones.find((known) => said.startsWith(`${known} `))
      return tone === undefined ? null : { tone, text: said.slice(tone.length + 1) }
    },
  }
}
