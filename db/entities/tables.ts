import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { entities } from './index.ts'

type Entity = (typeof entities)[number]

/**
 * Every table with its columns as statements name them: `serviceEnv`, `createdAt`; for a relation its id, `terminalId`.
 */
export type Tables = { [Each in Entity as TableName<Each['name']>]: Columns<Each> }

/** All columns of a table except these, as a statement names them: `refund.createdAt`. */
export function columnsOf<
  Table extends keyof Tables,
  Left extends keyof Tables[Table] & string = never,
>(table: Table, ...left: Left[]) {
  const entity = entities.find(({ meta }) => tableName(meta.className) === table)
  if (entity === undefined) throw new RangeError(`no table is called ${table}`)
  const names = Object.entries(entity.meta.properties).map(([name, { kind }]) =>
    kind === 'm:1' ? `${name}Id` : name,
  )
  const kept = names.filter((name) => !left.some((other) => other === name))
  return kept.map((name) => `${table}.${name}`) as ColumnOf<Table, Left>[]
}

type ColumnOf<
  Table extends keyof Tables,
  Left,
> = `${Table}.${Exclude<keyof Tables[Table] & string, Left>}`

function tableName(className: string): string {
  return className
    .replace(/^Sandbox/, 'sandboxOperator.')
    .replace(/^./, (first) => first.toLowerCase())
}

/** The table of an entity; the sandbox's companies have a schema of their own. */
type TableName<Name extends string> = Name extends `Sandbox${infer Rest}`
  ? `sandboxOperator.${Uncapitalize<Rest>}`
  : Uncapitalize<Name>

type Columns<Each extends Entity> = {
  [Name in keyof Values<Each> & string as ColumnName<Each, Name>]: Values<Each>[Name]
}

type Values<Each extends Entity> = InferKyselyTable<Each, { columnNamingStrategy: 'property' }>

/** The builder of a property. */
type Made<Each extends Entity, Name> = Name extends keyof Each['properties']
  ? Each['properties'][Name] extends (...given: never[]) => infer Relation
    ? Relation
    : Each['properties'][Name]
  : never

type ColumnName<Each extends Entity, Name extends string> =
  Made<Each, Name> extends { '~options': { kind: 'm:1' } } ? `${Name}Id` : Name
