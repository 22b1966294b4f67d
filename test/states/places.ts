import { randomUUID } from 'node:crypto'
import { sealedColumns } from '#db/sealed-columns.ts'
import { newWebhookSecret } from '#db/seal.ts'
import {
  type ApiKeyId,
  asId,
  type EndpointId,
  type ServiceEnvId,
  type StaffMemberId,
  type TerminalId,
} from '#domain/ids.ts'
import type { Books, Merchant } from '#test/support/books.ts'
import { newStaff } from '#test/support/people.ts'

/** What a history begins with, beside its steps. */
export interface Circumstances {
  readonly isIdempotent: boolean
  readonly isDelayed: boolean
  readonly approvals: 1 | 2
  /** Of refunds: how their payment ended, and whether the first was approved. */
  readonly paid: 'paid' | 'paid_held' | 'paid_unconfirmed' | 'late'
  readonly isApproved: boolean
}

/** A merchant of one history: money to spend, accounts to pay to, and webhooks that want all, one type, or nothing. */
export interface Ground {
  readonly merchant: Merchant
  readonly endpointId: EndpointId
  readonly bankAccountId: string
  readonly phone: string
}

export type Staff = readonly [StaffMemberId, StaffMemberId, StaffMemberId]

export async function threeOfStaff({ database }: Books): Promise<Staff> {
  return [await newStaff(database), await newStaff(database), await newStaff(database)]
}

let grounds = 0

/** Makes the ground of many histories at once. */
export async function layGrounds(
  books: Books,
  circumstances: readonly Circumstances[],
): Promise<Ground[]> {
  const secret = newWebhookSecret()
  const sealed = (id: string): string =>
    books.database.keyring.seal(sealedColumns.webhookSecret, id, secret).toString('hex')
  const made = circumstances.map(({ isDelayed }) => ({
    env: randomUUID(),
    service: randomUUID(),
    merchant: randomUUID(),
    key: randomUUID(),
    all: randomUUID(),
    one: randomUUID(),
    bank: randomUUID(),
    phone: `22901${String((grounds += 1)).padStart(8, '0')}`,
    delay: isDelayed ? '1 hour' : null,
  }))
  await books.rows(
    statement,
    JSON.stringify(
      made.map((each) => ({ ...each, all_sealed: sealed(each.all), one_sealed: sealed(each.one) })),
    ),
    secret.slice(-4),
  )
  await books.rows(
    opening,
    made.map(({ env }) => env),
  )
  return made.map(({ env, service, key, all, bank, phone }) => ({
    merchant: {
      serviceEnvId: asId<ServiceEnvId>(env),
      serviceId: service,
      mode: 'live',
      apiKeyId: asId<ApiKeyId>(key),
      terminalId: asId<TerminalId>(randomUUID()),
    },
    endpointId: asId<EndpointId>(all),
    bankAccountId: bank,
    phone,
  }))
}

const statement = `
  with g as materialized (
    select * from jsonb_to_recordset($1::jsonb)
      as g(env uuid, service uuid, merchant uuid, key uuid, "all" uuid, "one" uuid, all_sealed text, one_sealed text, bank uuid, phone text, delay interval)
  ), m as (
    insert into merchant (id, name) select merchant, 'Maison Essai' from g
  ), s as (
    insert into service (id, merchant_id, name, public_name) select service, merchant, 'Essai', 'Essai' from g
  ), e as (
    insert into service_env (id, service_id, mode, availability_delay) select env, service, 'live', delay from g
  ), k as (
    insert into api_key (id, service_env_id, kind, channel, digest, last4)
      select key, env, 'secret', 'api', sha256(key::text::bytea), 'abcd' from g
  ), w as (
    insert into webhook_endpoint (id, service_env_id, url, status, all_events, events, secret_sealed, secret_last4)
      select "all", env, 'https://shop.example/all', 'enabled', true, '{}'::text[], decode(all_sealed, 'hex'), $2 from g
      union all
      select "one", env, 'https://shop.example/one', 'enabled', false, '{payment.failed}'::text[], decode(one_sealed, 'hex'), $2 from g
  ), a as (
    insert into authorized_account (id, service_env_id, type, provider, holder_name, phone, country, status, verified_at)
      select gen_random_uuid(), env, 'mobile_money', 'mtn-benin', 'Rosine', phone, 'BJ', 'active', now() from g
  ), b as (
    insert into authorized_account
        (id, service_env_id, type, provider, holder_name, account_sealed, account_digest, account_masked, status, verified_at)
      select bank, env, 'bank', 'uba-benin', 'Rosine', 'x', sha256(bank::text::bytea), '••42', 'active', now() from g
  )
  select count(*) from g`

const opening = `
  select ledger_post(env, 'live', null, 'opening_balance', '', 'XOF',
    '[{"account": "opening_balances", "amount": -5000}, {"account": "available", "amount": 5000}]', null)
  from unnest($1::uuid[]) env`
