import Type from 'typebox'
import { changeTerminal } from '#use-cases/terminals/change.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import {
  clearable,
  deviceField,
  labelField,
  placeOf,
  pointOfSaleField,
  terminalParams,
} from './fields.ts'

/** Changes what describes a terminal: absent fields stay, null clears. Its type is for good. */
export function changeTerminalRoute(context: ApiContext) {
  return route({
    method: 'PATCH',
    path: '/v2/terminals/:id',
    keys: ['secret'],
    summary: 'Modifier un terminal',
    answer: { object: terminalSchema },
    params: terminalParams,
    body: Type.Object({
      label: Type.Optional(labelField),
      point_of_sale: Type.Optional(clearable(pointOfSaleField)),
      serial_number: Type.Optional(clearable(deviceField)),
      device_type: Type.Optional(clearable(deviceField)),
      app_version: Type.Optional(clearable(deviceField)),
    }),
    async handler({ caller, params, body }) {
      const terminal = await changeTerminal(context.database, placeOf(caller, params), {
        label: body.label,
        pointOfSale: body.point_of_sale,
        serialNumber: body.serial_number,
        deviceType: body.device_type,
        appVersion: body.app_version,
      })
      return { body: { data: presentTerminal(terminal) } }
    },
  })
}
