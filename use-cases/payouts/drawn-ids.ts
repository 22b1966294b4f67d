import { createHash } from 'node:crypto'
import { asId, type OperatorRequestId, type PayoutFileId, type TransactionId } from '#domain/ids.ts'

/** The same bytes for the same words. */
export function drawn(from: string): Buffer {
  return createHash('sha256').update(from).digest()
}

/**
 * Derived from file and line only: a database restored to before a line was paid requests the same payout, and the
 * operator recognises the request.
 */
export function requestIdOfLine(fileId: PayoutFileId, number: number): OperatorRequestId {
  return asId<OperatorRequestId>(drawnUuid(drawn(`request of line ${number} of file ${fileId}`), 4))
}

/**
 * The same for a refund: a repeat of the request, after a restore that lost it, is the same refund to the operator.
 * `before` counts the payment's earlier refunds of this amount.
 */
export function requestIdOfRefund(
  transactionId: TransactionId,
  { amount, before }: { readonly amount: bigint; readonly before: number },
): OperatorRequestId {
  const words = `request of refund ${before} of ${amount} of payment ${transactionId}`
  return asId<OperatorRequestId>(drawnUuid(drawn(words), 4))
}

/** The first bytes as a UUID. */
export function drawnUuid(bytes: Buffer, version: 4 | 7 | 8): string {
  const variantMask = 0x3f
  const variant = 0x80
  const versionMask = 0x0f
  const [versionAt, variantAt] = [6, 8]
  bytes.writeUInt8((bytes.readUInt8(versionAt) & versionMask) | (version << 4), versionAt)
  bytes.writeUInt8((bytes.readUInt8(variantAt) & variantMask) | variant, variantAt)
  const hex = bytes.subarray(0, 16).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
