type ThemeSwitchProps = {
  /** Where the choice is sent. */
  action: string;
  themes: readonly { value: string; label: string }[];
  current: string;
  /** The page to return to: a path of this site. */
  back: string;
};

/** The theme switch. A form of buttons, which works without script; a cookie stores the choice. */
export function ThemeSwitch({ action, themes, current, back }: ThemeSwitchProps) {
  return (
    <form className="theme" method="post" action={action}>
      <input type="hidden" name="to" value={back} />
      <fieldset>
        <legend>Theme</legend>
        {themes.map(({ value, label }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={value === current}>
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
