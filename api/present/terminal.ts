import type { OriginTerminal } from '#domain/transactions/record.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { isoTime } from '#domain/text/text.ts'

/** The terminal object, without activation code and key. */
export function presentTerminal(terminal: TerminalRecord) {
  const { feesRule, activationExpiresAt, lastSeenAt } = terminal
  return {
    id: terminal.id,
    object: 'terminal',
    mode: terminal.mode,
    type: terminal.type,
    label: terminal.label,
    point_of_sale: terminal.pointOfSale,
    status: terminal.status,
    activation_expires_at: activationExpiresAt && isoTime(activationExpiresAt),
    key_last4: terminal.keyLast4,
    serial_number: terminal.serialNumber,
    device_type: terminal.deviceType,
    app_version: terminal.appVersion,
    last_seen_at: lastSeenAt && isoTime(lastSeenAt),
    fees_rule: feesRule && { ...feesRule, value: Number(feesRule.value) },
    created_at: isoTime(terminal.createdAt),
    updated_at: isoTime(terminal.updatedAt),
  }
}

/** The terminal that something was made at, and where it stands. */
export function presentPlace({ id, label, pointOfSale }: OriginTerminal) {
  return { id, label, point_of_sale: pointOfSale }
}
