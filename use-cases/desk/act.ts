import { randomUUIDv7 } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { type ActId, asId, type StaffMemberId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import { onPool } from '#db/sql.ts'
import { logged } from '#use-cases/audit/log.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/** A request for an action of the desk: who, on what, and with which fields. */
export interface ActOrder<Body = unknown> {
  readonly person: StaffMember
  readonly requestId: string
  /** The subject's id; empty if the action creates it. */
  readonly id: string
  readonly body: Body
  /** Confirms the password, if one is given for several orders; otherwise each order confirms it. */
  readonly confirm?: () => Promise<void>
}

/** An action of the desk, the same for its API route and its form: permission, fields, and what it does. */
export interface DeskAct<Body extends TSchema = TSchema, Result = unknown> {
  readonly permission: StaffPermission
  /** Its fields, validated beforehand. */
  readonly body: Body
  /** Rules that the schema cannot express. */
  checkFields?(body: Readonly<Partial<Static<Body>>>): readonly FieldError[]
  /** Performs it, including its line in the audit log. */
  work(context: UseCaseContext, order: ActOrder<Static<Body>>): Promise<Result>
}

/** Defines an action. */
export function deskAct<Body extends TSchema, Result>(
  act: DeskAct<Body, Result>,
): DeskAct<Body, Result> {
  return act
}

/** The input of an action on a queue item: the same `actId` means the same action. */
export interface QueueOrder<Body = unknown> {
  readonly actId: ActId
  readonly staffMemberId: StaffMemberId
  readonly id: string
  readonly reason: string | null
  readonly body: Body
}

interface Queue<Item> {
  /** The prefix of its actions in the log: `refund` in `refund.approve`. */
  readonly name: string
  readonly kind: 'transaction' | 'refund' | 'authorized_account'
  readonly find: (context: UseCaseContext, id: string) => Promise<Item>
}

interface QueueAct<Body extends TSchema, Item> extends Omit<DeskAct<Body>, 'work'> {
  /** Which fields the log keeps, besides the reason. */
  readonly details?: (body: Static<Body>) => Readonly<Record<string, unknown>>
  readonly work: (
    context: UseCaseContext,
    order: QueueOrder<Static<Body>>,
    before: Item,
  ) => Promise<unknown>
}

/**
 * Fields that mean the same in all actions. Actions that release money ask for the password, so that an unattended
 * desk cannot.
 */
interface Given {
  readonly reason?: string
  readonly password?: string
}

/**
 * Actions on the items of a queue: each is logged before and after, and returns the item's new state. Refusals of
 * all: those of `find`; with a password also wrong_password, too_many_attempts, account_too_fresh.
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
    async work(context, { person, requestId, id, body, confirm }) {
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
        if (password !== undefined)
          await (confirm?.() ?? confirmOrder(context.database, person, password))
        return work(context, order, before)
      })
      return find(context, id)
    },
  })
}

/** Confirms the password of somebody whose account may approve. */
export async function confirmOrder(
  database: UseCaseContext['database'],
  person: StaffMember,
  password: string,
): Promise<void> {
  await confirmPassword(database, person, password)
  await requireSettledNow(onPool(database.pool), person)
}
