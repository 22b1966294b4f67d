import { listPeople } from '#use-cases/people/find.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'

/** Everybody, in the order in which they came. */
export function listStaffMembers({ database }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/members',
    keys: { staff: 'staff.manage' },
    summary: 'Lister les membres de l’équipe',
    answer: { object: staffMember, isList: true },
    async handler() {
      const members = await listPeople(database, { realm: 'staff', merchantId: null })
      return { body: wholeList(members.map(presentStaffMember)) }
    },
  })
}
