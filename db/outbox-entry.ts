import type { Client } from '@temporalio/client'
import type { Pool } from 'pg'
import type { EndpointId } from '#domain/ids.ts'
import type { SignalOf, SubjectId, WorkflowKind } from '#workflows/contract.ts'
import type { searchAttributes } from '#workflows/contract/search-attributes.ts'
import type { SignalName } from '#workflows/contract/messages.ts'

/** A workflow to start, or a signal that its kind accepts, written in the transaction that makes it due. */
export type OutboxEntry<Kind extends WorkflowKind = WorkflowKind> = {
  readonly [Each in Kind]: EntryOf<Each>
}[Kind]

interface EntryOf<Kind extends WorkflowKind> {
  readonly kind: Kind
  readonly subjectId: SubjectId<Kind>
  /** Left out to start the workflow. */
  readonly signal?: SignalOf<Kind>
  /** For a signal that may find no open run: it then starts one, which reads the database. */
  readonly startsRun?: boolean
  readonly searchAttributes?: Partial<Record<keyof typeof searchAttributes, string>>
  /** One line for the run's page in the Temporal UI; no personal data. */
  readonly summary?: string
  /** The endpoint of a delivery, for a run that is started at once; it is not stored. */
  readonly endpointId?: EndpointId
}

/** An entry as stored in the outbox. */
export interface OutboxRow {
  readonly id: bigint
  readonly kind: WorkflowKind
  readonly subjectId: string
  readonly signal: SignalName | null
  readonly startsRun: boolean
  readonly searchAttributes: Partial<Record<keyof typeof searchAttributes, string>>
  readonly summary: string
  readonly traceparent: string | null
  readonly endpointId?: EndpointId | undefined
}

export interface OutboxOptions {
  readonly pool: Pool
  /** Runs a call to Temporal under a deadline. */
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
  /** True if a worker of this process runs on the same connection: Temporal then gives it the first task at once. */
  readonly isEager: boolean
  /** Called once for a batch: its first error, and how many of its entries are to be tried again. */
  readonly onError: (error: unknown, entries: number) => void
  /** Called once for a batch of which Temporal took some. */
  readonly onTaken?: () => void
  /** How a merchant's reference is written to search attributes; undefined: unchanged. */
  readonly searchReference?: ((reference: string) => string) | undefined
}
