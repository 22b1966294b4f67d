import { timingSafeEqual } from 'node:crypto'
import { fieldsError, type ServiceError } from '#domain/errors/errors.ts'

/** The list a cursor belongs to, and whose: a cursor of another list, mode or caller is refused. */
export type CursorPlace = { readonly list: string; readonly scope: string }

/** The values of the sort columns of the last row shown, as text. */
export type CursorPosition = readonly string[]

export type CursorCodec = {
  encode(place: CursorPlace, position: CursorPosition): string
  /** Throws `invalid_cursor` for anything but a cursor made here, unchanged, for this place; `field` is where it stood. */
  decode(place: CursorPlace, cursor: string, field?: string): CursorPosition
}

/** A keyed hash of at least 16 bytes, its key known to all processes. */
export type Mac = (message: string) => Uint8Array

const macBytes = 16
const cursorLengthMax = 1024
const shape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

/** Opaque, signed places in a list (docs/api.md#lists). */
export function createCursorCodec(mac: Mac): CursorCodec {
  function sign({ list, scope }: CursorPlace, payload: string): string {
    const bytes = mac(JSON.stringify(['cursor', list, scope, payload])).subarray(0, macBytes)
    return Buffer.from(bytes).toString('base64url')
  }
  return {
    encode(place, position) {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${payload}.${sign(place, payload)}`
    },
    decode(place, cursor, field = 'cursor') {
      const match = cursor.length <= cursorLengthMax ? shape.exec(cursor) : null
      const [, payload = '', signature = ''] = match ?? []
      if (!match || !isEqual(signature, sign(place, payload))) throw invalidCursor(field)
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorPosition
    },
  }
}

/** Compares the texts, not the bytes they stand for: two texts can stand for the same bytes. */
function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** The refusal of a place that is none of this list. */
export function invalidCursor(field: string): ServiceError {
  return fieldsError([{ field, code: 'invalid_cursor' }])
}
