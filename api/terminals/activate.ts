import Type from 'typebox'
import { activateTerminal } from '#use-cases/terminals/activate.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import { activationCodeField, deviceField } from './fields.ts'

/** A device shows the code that its merchant got, and gets its key, which is in this answer alone. */
export function activateTerminalRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/activate',
    keys: 'none',
    summary: 'Activer un terminal avec son code',
    answer: { object: terminalSchema },
    body: Type.Object({
      activation_code: activationCodeField,
      serial_number: Type.Optional(deviceField),
      device_type: Type.Optional(deviceField),
      app_version: Type.Optional(deviceField),
    }),
    async handler({ body }) {
      const { terminal, key } = await activateTerminal(context.database, {
        code: body.activation_code,
        serialNumber: body.serial_number ?? null,
        deviceType: body.device_type ?? null,
        appVersion: body.app_version ?? null,
      })
      return { body: { data: { ...presentTerminal(terminal), key } } }
    },
  })
}
