import type { IncomingMessage } from 'node:http'
import { fail } from '#domain/errors/errors.ts'
import { bodyBytesMax } from './request-body.ts'

/**
 * Bounds the bodies that are still on their way: they are read before a request has a turn in any share, and a client
 * may take its time over them.
 */
export interface BodyRoom {
  /** Reads a body within the room of its address. Refusal: rate_limited if there is none. */
  within<Body>(arriving: ArrivingBody, read: () => Promise<Body>): Promise<Body>
}

interface ArrivingBody {
  readonly request: IncomingMessage
  readonly address: string
  /** The largest that is accepted. */
  readonly bytesMax: number | undefined
}

export interface BodyRoomLimits {
  /** Of one address; a single body may be larger. */
  readonly addressBytes: number
  readonly processBytes: number
}

/** 256 ordinary requests from one address, and as much from 32 addresses. */
const usualRoom: BodyRoomLimits = { addressBytes: 8_388_608, processBytes: 268_435_456 }

/** The room of a process. */
export function createBodyRoom(limits: BodyRoomLimits = usualRoom): BodyRoom {
  const byAddress = new Map<string, number>()
  let total = 0
  function isRoomFor(address: string, bytes: number): boolean {
    const own = byAddress.get(address) ?? 0
    const isOwn = own === 0 || own + bytes <= limits.addressBytes
    return isOwn && total + bytes <= limits.processBytes
  }
  function change(address: string, by: number): void {
    const own = (byAddress.get(address) ?? 0) + by
    total += by
    if (own === 0) byAddress.delete(address)
    else byAddress.set(address, own)
  }
  return {
    async within({ request, address, bytesMax }, read) {
      if (request.complete) return read()
      const bytes = roomOf(request, bytesMax)
      if (!isRoomFor(address, bytes)) throw fail('rate_limited', { retry_after_seconds: 1 })
      change(address, bytes)
      try {
        return await read()
      } finally {
        change(address, -bytes)
      }
    },
  }
}

/** What a body is counted as: as long as it says, but never less than an ordinary one may be. */
function roomOf({ headers }: IncomingMessage, bytesMax = bodyBytesMax): number {
  const announced = Number(headers['content-length'] ?? bytesMax)
  return Math.max(bodyBytesMax, Math.min(announced, bytesMax))
}
