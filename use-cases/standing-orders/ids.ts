import { createHash } from 'node:crypto'
import {
  asId,
  type OperatorRequestId,
  type StandingOrderId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Due } from '#domain/standing-orders/timetable.ts'

/** The ids of one day's payout, here and at its operator. */
export interface DueIds {
  readonly payoutId: TransactionId
  readonly operatorRequestId: OperatorRequestId
}

/**
 * Derived from order and day only: paying that day again, even in a database restored to an earlier moment, requests
 * the same payout, and the operator recognises the request.
 */
export function idsOf(orderId: StandingOrderId, { day, at }: Due): DueIds {
  const drawn = (what: string): Buffer =>
    createHash('sha256').update(`${what} of standing order ${orderId} on ${day}`).digest()
  const payout = drawn('payout')
  // Ordered by time, like every payment id.
  payout.writeUIntBE(at.getTime(), 0, 6)
  return {
    payoutId: asId<TransactionId>(uuid(payout, 7)),
    operatorRequestId: asId<OperatorRequestId>(uuid(drawn('request'), 4)),
  }
}

function uuid(bytes: Buffer, version: 4 | 7): string {
  const variantMask = 0x3f
  const variant = 0x80
  const versionMask = 0x0f
  const [versionAt, variantAt] = [6, 8]
  bytes.writeUInt8((bytes.readUInt8(versionAt) & versionMask) | (version << 4), versionAt)
  bytes.writeUInt8((bytes.readUInt8(variantAt) & variantMask) | variant, variantAt)
  const hex = bytes.subarray(0, 16).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
