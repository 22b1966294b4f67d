import type {
  ApiKeyId,
  CashSessionId,
  CollaboratorId,
  ServiceEnvId,
  TerminalId,
} from '#domain/ids.ts'
import type { Channel, KeyKind, Mode } from '#domain/transaction.ts'

/** Who calls, as its key says: kind, mode, scope and channel (spec: Authentication). */
export type Caller = {
  readonly kind: KeyKind
  readonly mode: Mode
  readonly serviceEnvId: ServiceEnvId
  readonly apiKeyId: ApiKeyId
  readonly channel: Channel
  /** The terminal of a terminal key, or of the cash desk of a session token. */
  readonly terminalId: TerminalId | null
  /** The staff member of a session token. */
  readonly collaboratorId: CollaboratorId | null
  /** The cash session that a session token was given for. */
  readonly cashSessionId?: CashSessionId | null
}
