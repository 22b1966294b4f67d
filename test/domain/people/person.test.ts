import assert from 'node:assert/strict'
import type { ServiceError } from '#domain/errors/errors.ts'
import { isPasswordAllowed } from '#domain/people/password-rules.ts'
import { requirePortalPermission, requireStaffPermission } from '#domain/people/person.ts'
import {
  portalPermissions,
  type PortalPermission,
  portalRoles,
} from '#domain/people/portal-roles.ts'
import { staffPermissions, type StaffPermission, staffRoles } from '#domain/people/staff-roles.ts'

describe('roles', () => {
  const allowedTo = <Role, Permission extends string>(
    roles: readonly Role[],
    permissions: Readonly<Record<Permission, unknown>>,
    need: (person: { readonly role: Role }, permission: Permission) => void,
  ) => {
    const isAllowed = (role: Role, permission: Permission): boolean => {
      try {
        need({ role }, permission)
        return true
      } catch (error) {
        assert.equal((error as ServiceError).code, 'operation_not_allowed')
        return false
      }
    }
    const names = Object.keys(permissions) as Permission[]
    return (role: Role) => new Set(names.filter((name) => isAllowed(role, name)))
  }

  it('of a merchant: webhooks are for owner, administrators and developers, money out and people for the first two', () => {
    const of = allowedTo(portalRoles, portalPermissions, requirePortalPermission)
    const [owner, administrator] = [of('owner'), of('administrator')]
    const [developer, collaborator] = [of('developer'), of('collaborator')]
    assert.deepEqual(owner, new Set(Object.keys(portalPermissions)))
    // Whether the password is asked for at each write is the owner's alone.
    assert.deepEqual(administrator, new Set([...owner].filter((name) => name !== 'trust.change')))
    const money: PortalPermission[] = [
      'payouts.request',
      'refunds.request',
      'accounts.manage',
      'users.manage',
    ]
    for (const name of money) assert.ok(!developer.has(name) && !collaborator.has(name), name)
    assert.ok(developer.has('webhooks.manage') && developer.has('keys.manage'))
    const inTest = allowedTo(
      portalRoles,
      portalPermissions,
      (person, permission: PortalPermission) =>
        requirePortalPermission(person, permission, 'sandbox'),
    )
    assert.deepEqual(inTest('developer'), new Set([...developer, 'refunds.request']))
    for (const role of ['owner', 'administrator', 'collaborator'] as const)
      assert.deepEqual(inTest(role), of(role), role)
    assert.ok(!collaborator.has('webhooks.manage') && collaborator.has('payments.view'))
    for (const rights of [of('cashier'), inTest('cashier')])
      assert.deepEqual(rights, new Set(['day_sales.view', 'collections.request']))
  })

  it('of the staff: who manages people moves no money, and who moves money manages nobody', () => {
    const of = allowedTo(staffRoles, staffPermissions, requireStaffPermission)
    const money: StaffPermission[] = [
      'transfers.process',
      'transfers.approve',
      'refunds.decide',
      'funds.confirm',
      'funds.decide',
      'accounts.verify',
      'rates.enter',
    ]
    for (const name of money) {
      assert.ok(of('supervisor').has(name) && !of('administrator').has(name), name)
    }
    assert.ok(of('administrator').has('staff.manage'))
    assert.ok(!of('supervisor').has('staff.manage') && !of('agent').has('staff.manage'))
    assert.ok(!of('agent').has('transfers.approve') && !of('agent').has('audit.view'))
  })
})

describe('a password', () => {
  it('has at least 12 signs, some of them different, and is not the address', () => {
    const email = 'afi.mensah.cotonou@example.com'
    const is = (password: string) => isPasswordAllowed(password, email)
    assert.ok(is('le mil pousse'))
    assert.ok(is('🌧️🌾🐂🌞🌧️🌾🐂🌞 pluie'))
    assert.ok(!is('le mil pous'))
    assert.ok(!is('abababababababab'))
    assert.ok(!is('x'.repeat(129)))
    assert.ok(!is(email) && !is(email.toUpperCase()) && !is('afi.mensah.cotonou'))
  })
})
