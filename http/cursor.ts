import { fieldsError, type ServiceError } from '#domain/errors/errors.ts'
import { sameBytes } from '#platform/keyring.ts'

/** The list that a cursor belongs to, and its scope: a cursor of another list, mode or caller is refused. */
export type CursorPlace = { readonly list: string; readonly scope: string }

/** The values of the sort columns of the last row returned, as text. */
export type CursorPosition = readonly string[]

export type CursorCodec = {
  encode(place: CursorPlace, position: CursorPosition): string
  /**
   * Throws `invalid_cursor` unless the cursor was made here for this place and is unchanged; `field` names its
   * parameter.
   */
  decode(place: CursorPlace, cursor: string, field?: string): CursorPosition
}

/** A keyed hash of at least 16 bytes; all processes know its key. */
export type Mac = (message: string) => Uint8Array

const macBytes = 16
const cursorLengthMax = 1024
const shape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

/** Opaque, signed positions in a list (docs/api.md#lists). */
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

/** Compares the texts, not the decoded bytes: two texts can decode to the same bytes. */
function isEqual(a: string, b: string): boolean {
  return sameBytes(Buffer.from(a), Buffer.from(b))
}

/** The refusal of a position that does not belong to this list. */
export function invalidCursor(field: string): ServiceError {
  return fieldsError([{ field, code: 'invalid_cursor' }])
}
