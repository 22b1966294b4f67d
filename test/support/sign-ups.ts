import { randomUUID } from 'node:crypto'
import type { MailId, MerchantId, ServiceEnvId } from '#domain/ids.ts'
import { askSignUp } from '#use-cases/sign-ups/ask.ts'
import { confirmSignUp } from '#use-cases/sign-ups/confirm.ts'
import type { Database } from '#db/connect.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { cause, password } from './people.ts'

/** Somebody who wants an account, at an address that nobody has. */
export function applicant() {
  const email = `seller.${randomUUID()}@example.com`
  const names = { businessName: 'Chez Sènami', personName: 'Sènami Agbo' }
  return { ...names, email, phone: '2290197000042', address: randomUUID(), language: 'fr' as const }
}

/** The code that the last mail to who signs up with this address brings; the mail has not been sent yet. */
export async function signUpCode({ pool, keyring }: Database, email: string): Promise<string> {
  const [mail] = await onPool(pool).rows<{ id: MailId; sealed: Buffer | null }>(
    `select m.id, m.code_sealed as sealed from mail m join sign_up s on s.mail_id = m.id
     where s.email = $1 order by m.id desc limit 1`,
    [email],
  )
  if (!mail?.sealed) throw new Error('no mail with a code waits')
  const opened = keyring.open(sealedColumns.mailCode, mail.id, mail.sealed).toString('utf8')
  return opened.split(' ')[1] ?? ''
}

/** A merchant that has signed up, with the two modes of its service. */
export interface SignedUp {
  readonly merchantId: MerchantId
  readonly serviceId: string
  readonly email: string
  readonly live: ServiceEnvId
  readonly test: ServiceEnvId
}

/** Signs one up, with `password`. */
export async function signedUp(database: Database): Promise<SignedUp> {
  const asked = applicant()
  const { email, address } = asked
  await askSignUp(database, asked)
  const code = await signUpCode(database, email)
  const merchantId = await confirmSignUp(database, {
    email,
    code,
    password,
    address,
    language: asked.language,
    cause: cause(),
  })
  const places = await onPool(database.pool).rows<{ id: ServiceEnvId; mode: string; of: string }>(
    `select e.id, e.mode, s.id as of from service s join service_env e on e.service_id = s.id
     where s.merchant_id = $1 order by e.mode`,
    [merchantId],
  )
  const [live, test] = places
  if (live === undefined || test === undefined) throw new Error('a service has two modes')
  return { merchantId, serviceId: live.of, email, live: live.id, test: test.id }
}
