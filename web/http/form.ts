import type { IncomingMessage } from 'node:http'
import { readBody } from '#http/request-body.ts'
import { refuse } from '#web/errors/refusal.ts'

/** The fields of a submitted form; an absent field reads as empty. */
export interface Form {
  /** Trimmed, with LF line ends, without control characters and those that turn the order in which a text is read. */
  text(name: string): string
  /** Exactly as typed; for passwords. */
  secret(name: string): string
  /** All values of a field, such as several ticked boxes. */
  all(name: string): readonly string[]
  isTicked(name: string): boolean
  /** All fields as sent, in order. */
  entries(): readonly (readonly [name: string, value: string])[]
  /** A small file, which the page's script put into the field as base64url; null if there is none. */
  file(name: string): Buffer | null
}

/** For requests without a form. */
export const emptyForm: Form = formOf(new URLSearchParams())

const fieldsMax = 200
const formType = 'application/x-www-form-urlencoded'

/** Reads a submitted form. Errors: request_too_large, and bad_request for anything but a form. */
export async function readForm(request: IncomingMessage, bytesMax: number): Promise<Form> {
  const bytes = await readBody(request, bytesMax)
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  if (bytes.length > 0 && type.trim() !== formType) throw refuse('bad_request')
  const fields = new URLSearchParams(bytes.toString('utf8'))
  if (fields.size > fieldsMax) throw refuse('bad_request')
  return formOf(fields)
}

// Tabs and line ends are what a text of several lines may hold.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Fields of a query or a body, read as those of a form. */
export function formOf(fields: URLSearchParams): Form {
  const text = (value: string): string =>
    value.replaceAll('\r\n', '\n').replaceAll(controls, '').trim()
  return {
    text: (name) => text(fields.get(name) ?? ''),
    secret: (name) => fields.get(name) ?? '',
    all: (name) => fields.getAll(name).map(text),
    isTicked: (name) => fields.has(name),
    entries: () => [...fields],
    file(name) {
      const given = fields.get(name) ?? ''
      if (!/^[A-Za-z0-9_-]*$/.test(given)) throw refuse('bad_request')
      return given === '' ? null : Buffer.from(given, 'base64url')
    },
  }
}
