import { randomUUID } from 'node:crypto'
import { asId, type StaffMemberId } from '#domain/ids.ts'

const dayMs = 86_400_000

/** What the activities of runs that wait answer, without a database. */
export function steps() {
  const standing = {
    state: 'in_progress',
    needsApproval: false,
    takenBy: asId<StaffMemberId>(randomUUID()),
    approvedBy: null,
  } as const
  const open = { status: 'open', paymentId: null, isRecorded: false, leftMs: dayMs } as const
  const begun = { status: 'processing', isRecorded: true, leftMs: dayMs } as const
  return {
    openTransfer: async () => ({ standing, reminderMs: dayMs }),
    moveTransfer: async () => ({ standing }),
    readFunds: async () => ({ status: 'pending', waitMs: dayMs }),
    decideFunds: async () => ({ refused: 'action_not_allowed' }),
    readCheckout: async () => open,
    beginCheckoutPayment: async ({ transactionId }: { readonly transactionId: string }) => ({
      ...begun,
      paymentId: transactionId,
    }),
    endCheckoutPayment: async ({ transactionId }: { readonly transactionId: string }) => ({
      ...begun,
      paymentId: transactionId,
    }),
    openRefund: async () => ({ status: 'pending', approvers: [] }),
    decideRefund: async () => ({ status: 'pending' }),
    requestPayment: async () => ({ state: 'taken', summary: 'Taken', expiresAt: '2030-01-01' }),
    checkPayment: async () => ({ state: 'undecided' }),
    closeUnknown: async () => ({ status: 'pending' }),
  }
}

type Step = (input: never) => Promise<unknown>
const neverOver = (): Promise<never> => new Promise<never>(() => undefined)

/** The same, which no longer answer once it is so. */
export function untilStuck(isStuck: () => boolean): object {
  const whole: Readonly<Record<string, Step>> = steps()
  const turned = Object.entries(whole).map(([name, step]) => {
    const taken: Step = (input) => (isStuck() ? neverOver() : step(input))
    return [name, taken]
  })
  return Object.fromEntries(turned) as object
}
