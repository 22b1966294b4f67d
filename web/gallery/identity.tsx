import { serviceName } from '#domain/text/service-name.ts'
import { operators } from '#domain/operators/operators.ts'
import { type ColourName, day, night } from '#web/design/palette.ts'
import { useScope } from '#web/design/scope.ts'
import { Shelf } from './forms.tsx'

/** What all pages have in common, and why it is as it is. */
export function Identity() {
  return (
    <Shelf title="Identité">
      <div class="grid start">
        <Mark />
        <Letters />
        <Operators />
      </div>
      <Palette />
    </Shelf>
  )
}

function Mark() {
  const { assetPath } = useScope()
  return (
    <div class="card stack">
      <h3>La marque</h3>
      <div class="row">
        {[96, 48, 32, 16].map((side) => (
          <img key={side} src={assetPath('icon.svg')} alt="" width={side} height={side} />
        ))}
      </div>
      <p>
        <b>{serviceName}</b>
      </p>
      <p class="soft small">
        Un carré de tissu couleur bissap, coupé à la lisière{'\u00A0'}: le bord tissé qui empêche
        l’étoffe de se défaire, et qui court en haut de chaque page. Dessous, la coche de ce qui est
        payé. Là où un marchand a son logo, c’est le sien que l’on voit.
      </p>
    </div>
  )
}

/** Letters of Fon, Yoruba, Bariba, Ewe and Dendi that other languages do not have, then tones. */
const letters = 'Ɖɖ Ɛɛ Ɔɔ Ŋŋ Ɣɣ Ʋʋ Ƒƒ Ẹẹ Ọọ Ṣṣ Ɲɲ'
const toned = 'á à ā ǎ ã · ɛ́ ɛ̀ ɛ̄ ɛ̌ ɛ̃ · ɔ́ ɔ̀ ɔ̄ ɔ̌ ɔ̃ · ọ́ ọ̀ ẹ́ ẹ̀'

function Letters() {
  return (
    <div class="card stack">
      <h3>Les lettres</h3>
      <p>{letters}</p>
      <p>{toned}</p>
      <p>
        <b class="num">1 234 567 890 F CFA</b>
      </p>
      <p class="soft small">
        Inter, de 400 à 700, en un fichier de moins de 30 Ko servi par nous, avec toutes les lettres
        du fon, du yoruba, du bariba, de l’éwé et du dendi. Tant qu’il n’est pas là, les lettres de
        l’appareil tiennent la même place, et rien ne bouge. Les payeurs gardent celles de leur
        téléphone{'\u00A0'}: leur page pèse moins que la police.
      </p>
    </div>
  )
}

function Operators() {
  const { assetPath } = useScope()
  return (
    <div class="card stack">
      <h3>Les opérateurs</h3>
      {operators.map(({ code, name }) => (
        <p key={code} class="row">
          <img src={assetPath(`${code}.svg`)} alt="" width="40" height="40" />
          {name}
        </p>
      ))}
      <p class="soft small">
        Le jaune de MTN, le bleu et l’orange de Moov{'\u00A0'}: un payeur les reconnaît avant
        d’avoir lu. Ce sont leurs couleurs et leurs noms, pas leurs logos.
      </p>
    </div>
  )
}

const colours: readonly (readonly [name: ColourName, title: string])[] = [
  ['bissap', 'Bissap'],
  ['gold', 'Souci'],
  ['leaf', 'Feuille'],
  ['clay', 'Latérite'],
  ['paper', 'Kaolin'],
  ['card', 'Carte'],
  ['ink', 'Encre'],
  ['soft', 'Encre douce'],
  ['accent', 'Accent'],
  ['ok', 'Réussi'],
  ['wait', 'En attente'],
  ['rail', 'Rail de l’équipe'],
]

function Palette() {
  return (
    <div class="card stack">
      <h3>La palette</h3>
      <p class="soft small">
        La même pour le portail, l’équipe, la documentation et les reçus, de jour et de nuit.
        L’équipe se reconnaît à son rail sombre.
      </p>
      <ul class="grid">
        {colours.map(([name, title]) => (
          <li key={name} class="row">
            <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
              <rect
                x="1"
                y="1"
                width="42"
                height="42"
                rx="11"
                fill={`var(--${name})`}
                stroke="var(--line)"
              />
            </svg>
            <span class="who">
              <b>{title}</b>
              <span class="soft small">
                {day[name]} · {night[name]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
