import { randomUUIDv7 } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { type ActId, asId, type StaffMemberId } from '#domain/ids.ts'
import { requireSettled, type StaffMember } from '#domain/people/person.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import { logged } from '#use-cases/audit/log.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'

/** Who orders an act of the desk, and with what. */
export interface ActOrder<Body = unknown> {
  readonly person: StaffMember
  readonly requestId: string
  /** What it is about; empty where the act makes it. */
  readonly id: string
  readonly body: Body
}

/** An act of the desk, the same for its route and its form: who may, what it asks for, and what it does. */
export interface DeskAct<Body extends TSchema = TSchema, Result = unknown> {
  readonly permission: StaffPermission
  /** Its fields, checked before it is ordered. */
  readonly body: Body
  /** What the schema cannot say. */
  checkFields?(body: Readonly<Partial<Static<Body>>>): readonly FieldError[]
  /** Does it, with its line in the audit log. */
  work(context: UseCaseContext, order: ActOrder<Static<Body>>): Promise<Result>
}

/** Describes one. */
export function deskAct<Body extends TSchema, Result>(
  act: DeskAct<Body, Result>,
): DeskAct<Body, Result> {
  return act
}

/** What an act of a queue is told: the same `actId` again is the same act. */
export interface QueueOrder<Body = unknown> {
  readonly actId: ActId
  readonly staffMemberId: StaffMemberId
  readonly id: string
  readonly reason: string | null
  readonly body: Body
}

interface Queue<Item> {
  /** What its acts are called in the log: `refund`, of `refund.approve`. */
  readonly name: string
  readonly kind: 'transaction' | 'refund' | 'authorized_account'
  readonly find: (context: UseCaseContext, id: string) => Promise<Item>
}

interface QueueAct<Body extends TSchema, Item> extends Omit<DeskAct<Body>, 'work'> {
  /** What the log keeps of its fields besides the reason. */
  readonly details?: (body: Static<Body>) => Readonly<Record<string, unknown>>
  readonly work: (
    context: UseCaseContext,
    order: QueueOrder<Static<Body>>,
    before: Item,
  ) => Promise<unknown>
}

/** Fields that mean the same in all acts: where a password is asked for, money goes, and a desk left open lets none go. */
interface Given {
  readonly reason?: string
  readonly password?: string
}

/**
 * Acts on the items of a queue: each has a line in the log before and its outcome after, and gives the item as it then is.
 * Refusals of all: that of `find`; of those that ask for a password wrong_password, too_many_attempts, account_too_fresh.
 */
export function actsOn<Item extends { readonly serviceEnvId: string }>({
  name,
  kind,
  find,
}: Queue<Item>) {
  return <Body extends TSchema>(
    verb: string,
    { details, work, ...act }: QueueAct<Body, Item>,
  ): DeskAct<Body, Item> => ({
    ...act,
    async work(context, { person, requestId, id, body }) {
      const { reason = null, password } = body as Given
      const before = await find(context, id)
      const { serviceEnvId } = before
      const line = {
        act: `${name}.${verb}`,
        subject: { kind, id },
        serviceEnvId,
        cause: { requestId, reason },
        ...(details && { details: details(body) }),
      }
      const actId = asId<ActId>(randomUUIDv7())
      const order = { actId, staffMemberId: person.id, id, reason, body }
      await logged(context.database, { actor: person, act: line }, async () => {
        if (password !== undefined) {
          await confirmPassword(context.database, person, password)
          requireSettled(person, new Date())
        }
        return work(context, order, before)
      })
      return find(context, id)
    },
  })
}
