import { money } from '#domain/money/money.ts'
import { BarChart, LineChart } from '#web/design/chart.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Qr } from '#web/design/qr.tsx'
import { Stat } from '#web/design/stat.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Shelf } from './shelf.tsx'

const week = [
  ['lun.', 125_000n],
  ['mar.', 82_500n],
  ['mer.', 0n],
  ['jeu.', 143_250n],
  ['ven.', 201_000n],
  ['sam.', 240_500n],
  ['dim.', 61_000n],
] as const

const points = week.map(([label, minor]) => ({
  label,
  value: Number(minor),
  text: moneyText(money(minor, 'XOF')),
}))

export function Figures({ now }: { readonly now: Date }) {
  return (
    <Shelf title="Chiffres">
      <div class="grid">
        <Stat label="Disponible" note="Retirable maintenant">
          <Amount of={money(853_250n, 'XOF')} />
        </Stat>
        <Stat label="Dernier mouvement" note={<ExactTime at={now} />}>
          <Amount of={money(-40_000n, 'XOF')} isSigned />
        </Stat>
        <Stat label="Prix en euros">
          <Amount of={money(1_250n, 'EUR')} />
        </Stat>
      </div>
      <div class="grid">
        <div class="card">
          <BarChart title="Encaissements de la semaine" points={points} />
        </div>
        <div class="card">
          <LineChart title="Solde de la semaine" points={points} />
        </div>
        <div class="card">
          <Qr
            text="https://pay.example.com/l/ganhi"
            label="Code QR qui ouvre la page de paiement"
          />
        </div>
      </div>
      <p>
        <Amount of={money(1_250_000n, 'XOF')} isHero />
      </p>
    </Shelf>
  )
}
