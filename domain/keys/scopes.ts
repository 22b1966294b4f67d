import { fail } from '#domain/errors/errors.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'

/** What a key may do besides what its kind allows: `payouts` lets money of the merchant go. */
export type KeyScope = 'payments' | 'payouts'

const keyScopes: readonly KeyScope[] = ['payments', 'payouts']

/** What a secret key may do that somebody of this role makes: to pay out is for those who may ask for it themselves. */
export function scopesFor(role: PortalRole): readonly KeyScope[] {
  return role === 'owner' || role === 'administrator' ? keyScopes : ['payments']
}

/** Refuses a key that was made without this scope: scope_required. */
export function requireScope(scopes: readonly KeyScope[], scope: KeyScope): void {
  if (!scopes.includes(scope)) throw fail('scope_required', { scope })
}
