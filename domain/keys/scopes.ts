import { fail } from '#domain/errors/errors.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'

/** What a key may do in addition to its kind: `payouts` lets it send the merchant's money. */
export type KeyScope = 'payments' | 'payouts'

/** The most keys of one kind that work at once: a new one, and those before it that still work for a while. */
export const workingKeysMax = 20

const keyScopes: readonly KeyScope[] = ['payments', 'payouts']

/**
 * What a secret key may do if somebody in this role creates it: only those who may request payouts themselves can
 * create one that pays out.
 */
export function scopesFor(role: PortalRole): readonly KeyScope[] {
  return role === 'owner' || role === 'administrator' ? keyScopes : ['payments']
}

/** Refuses a key without this scope: scope_required. */
export function requireScope(scopes: readonly KeyScope[], scope: KeyScope): void {
  if (!scopes.includes(scope)) throw fail('scope_required', { scope })
}
