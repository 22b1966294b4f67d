import {
  ApplicationFailure,
  condition,
  defineUpdate,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow'
import {
  actRefusal,
  endOfTransfer,
  transferActKinds,
  type TransferActKind,
  type TransferStanding,
  type TransferState,
} from '#domain/bank-transfer.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { FinalStatus } from '#domain/transaction.ts'
import { type TransactionInput, type TransferOrder, transferUpdates } from './contract.ts'
import { moveTransfer, openTransfer } from './proxies.ts'

/**
 * Takes the orders of staff and of the merchant about one transfer: refuses at once what cannot be, and does the others one
 * after the other, each in the books. Where two race, the books decide.
 */
export class TransferDesk {
  readonly #input: TransactionInput
  #standing: TransferStanding | undefined
  #isBusy = false

  /** Orders are taken from the very first task on. */
  constructor(input: TransactionInput) {
    this.#input = input
    for (const kind of transferActKinds) {
      const update = defineUpdate<TransferState, [TransferOrder]>(transferUpdates[kind])
      setHandler(update, (order) => this.#act(order), {
        validator: (order) => this.#validate(kind, order),
      })
    }
  }

  /** Reads how the transfer stands; how long it may wait before staff is told. */
  async open(): Promise<{ readonly reminderMs: number }> {
    const { standing, reminderMs } = await openTransfer(this.#input)
    // An act that came with the first task has been done meanwhile, and knows better.
    this.#note(this.#standing ?? standing)
    return { reminderMs }
  }

  /** How the transfer ended; undefined while it waits. */
  end(): FinalStatus | undefined {
    return this.#standing && endOfTransfer(this.#standing.state)
  }

  /** Before the transfer was read nothing is refused here: the books will. */
  #validate(kind: TransferActKind, { staffId }: TransferOrder): void {
    if (this.#standing) refuse(actRefusal(this.#standing, kind, staffId))
  }

  async #act({ actId }: TransferOrder): Promise<TransferState> {
    await condition(() => !this.#isBusy)
    this.#isBusy = true
    try {
      const { standing, refusal } = await moveTransfer({ ...this.#input, actId })
      this.#note(standing)
      refuse(refusal)
      return standing.state
    } finally {
      this.#isBusy = false
    }
  }

  #note(standing: TransferStanding): void {
    this.#standing = standing
    setCurrentDetails(`${sentences[standing.state]}${approvalOf(standing)}`)
  }
}

const sentences: Readonly<Record<TransferState, string>> = {
  to_process: 'Waits for a member of staff to take it; the merchant may cancel it.',
  in_progress: 'A member of staff makes it at the bank.',
  transferred: 'Transferred.',
  rejected: 'Rejected.',
  cancelled: 'Cancelled by the merchant.',
}

function approvalOf({ state, needsApproval, approvedBy }: TransferStanding): string {
  if (!needsApproval || state !== 'in_progress') return ''
  return approvedBy === null ? ' A second one must approve it.' : ' A second one has approved it.'
}

/** The order fails with the code; the run goes on. */
function refuse(code: ErrorCode | undefined): void {
  if (code !== undefined) throw ApplicationFailure.nonRetryable(code, code)
}
