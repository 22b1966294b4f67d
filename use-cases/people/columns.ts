import type { People, Realm } from '#domain/people/person.ts'
import { db, expressionBuilder, type InferResult, type Tables } from '#db/statements.ts'

const hasCodes = expressionBuilder<Tables, 'person'>()('person.codeSecretSealed', 'is not', null)

/** Columns of `person` that make up a Person. */
export const personColumns = [
  'person.id',
  'person.realm',
  'person.merchantId',
  'person.role',
  'person.name',
  'person.email',
  'person.status',
  'person.createdAt',
  'person.lastLogInAt',
  'person.approvesFrom',
  'person.language',
  'person.pointOfSaleId',
  'person.collaboratorId',
  hasCodes.$castTo<boolean>().as('hasOneTimeCodes'),
] as const

/** People, without their secrets. */
export const people = db.selectFrom('person').select(personColumns)

/** One row; other columns do not belong in it. */
export type PersonRow = InferResult<typeof people>[number]

/** The person of a row that was read in this realm. */
export function personIn<R extends Realm>(realm: R, row: PersonRow): People[R] {
  if (!isOf(realm, row)) throw new Error('a person of the other realm')
  return row
}

/** The schema guarantees that realm, merchant and role match. */
function isOf<R extends Realm>(realm: R, row: PersonRow): row is PersonRow & People[R] {
  return row.realm === realm
}
