import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { localDay } from '#domain/text/local-day.ts'

/** The report's number, for paper and phone calls: the day it was opened and the end of its id. */
function sessionNumber({ id, openedAt }: Pick<CashSessionRecord, 'id' | 'openedAt'>): string {
  return `${localDay(openedAt).replaceAll('-', '')}-${id.replaceAll('-', '').slice(-6).toUpperCase()}`
}

/** Head of the report: the merchant's legal name, the report's number, and whether it was a test. */
export function ReportHead({
  merchant,
  session,
  isTest,
}: {
  readonly merchant: ReceiptMerchant
  readonly session: CashSessionRecord
  readonly isTest: boolean
}) {
  const { publicName, address, phone, taxNumber, tradeRegister } = merchant
  const lines = [
    address,
    phone && `Tél.\u00A0${groupedPhone(phone)}`,
    taxNumber && `IFU ${taxNumber}`,
    tradeRegister && `RCCM ${tradeRegister}`,
  ].filter((line) => line !== null && line !== '')
  return (
    <header class="paper">
      <p>
        <b>{publicName}</b>
      </p>
      {lines.map((line) => (
        <p key={line} class="small">
          {line}
        </p>
      ))}
      <p>{`N°\u00A0${sessionNumber(session)}`}</p>
      {isTest && <p>SPÉCIMEN, MODE TEST</p>}
    </header>
  )
}

/** Where the cashier and the manager sign; printed only. */
export function Signatures({ cashier }: { readonly cashier: string }) {
  return (
    <div class="paper">
      <p>
        Vendeur{'\u00A0'}: {cashier} {line}
      </p>
      <p>
        Responsable{'\u00A0'}: {line}
      </p>
    </div>
  )
}

/** A line to sign on. */
const line = '_'.repeat(24)
