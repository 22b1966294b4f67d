import type { TestService } from '#test/support/service.ts'
import type { Tenant } from '#test/support/tenant.ts'

/** A merchant that nobody else has, to try one route with one key. */
export interface MerchantPlace {
  readonly service: TestService
  readonly tenant: Tenant
}
