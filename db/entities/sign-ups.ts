import { defineEntity, p } from '@mikro-orm/core'
import type { LiveOpeningId, PortalUserId, SignUpId, StaffMemberId } from '#domain/ids.ts'
import type { OpeningState } from '#domain/openings/opening.ts'
import { MailSchema } from './mail.ts'
import { ServiceEnvSchema } from './merchants.ts'

/** A sign-up, until its address is confirmed. */
export const SignUpSchema = defineEntity({
  name: 'SignUp',
  tableName: 'sign_up',
  properties: {
    id: p.uuid().$type<SignUpId>().primary(),
    email: p.text(),
    businessName: p.text().nullable(),
    personName: p.text().nullable(),
    phone: p.text().nullable(),
    digest: p.blob().nullable(),
    originDigest: p.blob(),
    mail: () => p.manyToOne(MailSchema).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    confirmedAt: p.datetime(3).nullable(),
  },
})

/** A request to open a service's live mode, and the answer of staff. */
export const LiveOpeningSchema = defineEntity({
  name: 'LiveOpening',
  tableName: 'live_opening',
  properties: {
    id: p.uuid().$type<LiveOpeningId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    taxNumber: p.text(),
    tradeRegister: p.text(),
    address: p.text(),
    askedBy: p.uuid().$type<PortalUserId>(),
    askedAt: p.datetime(3).defaultRaw('now()'),
    state: p.text().$type<OpeningState>().default('waiting'),
    reason: p.text().nullable(),
    decidedBy: p.uuid().$type<StaffMemberId>().nullable(),
    decidedAt: p.datetime(3).nullable(),
    realm: p.text().default('staff'),
  },
})
