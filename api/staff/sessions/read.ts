import { route } from '#http/route.ts'
import { presentStaffSession } from '#api/present/staff-member.ts'
import { staffSession } from '#api/schemas/staff.ts'

/** Who is logged in, and what they may do. */
export function readStaffSessionRoute() {
  return route({
    method: 'GET',
    path: '/staff/api/session',
    keys: { staff: 'everybody' },
    summary: 'Lire la session',
    answer: { object: staffSession },
    handler: ({ caller }) => ({ body: { data: presentStaffSession(caller) } }),
  })
}
