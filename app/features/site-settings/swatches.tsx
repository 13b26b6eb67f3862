import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";

type Swatch = { label: string; hex: string; on: string; contrast: number };

/** The colours in use with their lowest contrast. */
export function Swatches({ colours }: { colours: readonly Swatch[] }) {
  return (
    <Section title="Colours in use">
      <Table label="Each colour and its contrast">
        <thead>
          <tr>
            <HeaderCell>Colour</HeaderCell>
            <HeaderCell>Lowest contrast with</HeaderCell>
            <HeaderCell numeric>Contrast</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {colours.map(({ label, hex, on, contrast }) => (
            <tr key={label}>
              <RowHeader sub={hex}>
                {/* An SVG, because the content security policy forbids inline styles. */}
                <svg className="swatch" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
                  <rect x="0.5" y="0.5" width="19" height="19" rx="2" fill={hex} />
                </svg>{" "}
                {label}
              </RowHeader>
              <Cell>{on}</Cell>
              <Cell numeric>{`${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="meta mt-3">
        Normal text needs 4.5 : 1. Tints, hover colours, links and bands are mixed from these four, so they
        are readable, too.
      </p>
    </Section>
  );
}
