"""The country between Adige and Isonzo in longitude and latitude, for the maps of italia18 (dev-only).

Sketched from well known points, good to about 1 km; a hex is 3 km wide. What the rulebook fixes stands in gen_italia18.py."""

from __future__ import annotations

Line = list[tuple[float, float]]


def points(text: str) -> Line:
    """`11.1,45.9 11.2,45.8`"""
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


# ------------------------------------------------------------------ ground
COAST = points(
    "12.31,45.25 12.33,45.33 12.385,45.41 12.44,45.437 12.53,45.455 12.65,45.495 12.735,45.525 12.87,45.585 12.98,45.61 13.10,45.635"
    " 13.16,45.685 13.30,45.70 13.40,45.67 13.50,45.70 13.545,45.72 13.535,45.775 13.60,45.765 13.68,45.715 13.75,45.665 13.78,45.60 13.9,45.58"
)
LANDWARD = points(  # the inner edge of lagoons and reclaimed fens
    "12.10,45.38 12.20,45.43 12.27,45.49 12.37,45.53 12.47,45.555 12.58,45.60 12.70,45.655 12.85,45.69 13.00,45.73 13.12,45.76"
    " 13.25,45.785 13.38,45.765 13.46,45.76 13.53,45.775"
)
FOOT = points(  # where the plain ends
    "10.70,45.60 10.87,45.545 11.00,45.52 11.12,45.50 11.24,45.52 11.30,45.60 11.32,45.68 11.345,45.73 11.40,45.765 11.46,45.765 11.52,45.745"
    " 11.60,45.755 11.70,45.785 11.78,45.805 11.86,45.835 11.93,45.865 11.99,45.895 12.06,45.925 12.13,45.955 12.22,45.995 12.30,45.995"
    " 12.40,45.975 12.46,46.01 12.52,46.06 12.60,46.10 12.70,46.18 12.80,46.215 12.93,46.205 13.00,46.235 13.10,46.265 13.15,46.265 13.24,46.205"
    " 13.34,46.15 13.44,46.11 13.50,46.06 13.55,46.02 13.60,45.98 13.66,45.945 13.75,45.93 13.85,45.915 14.0,45.90"
)
CARSO = points(
    "13.575,45.80 13.60,45.86 13.66,45.885 13.75,45.87 13.86,45.84 14.2,45.82 14.2,45.30 13.70,45.30 13.60,45.72"
)
VALLEYS = [
    points(p)
    for p in (
        "10.86,45.58 10.96,45.64 10.99,45.76 11.03,45.88 11.09,45.95 11.11,46.08 11.12,46.15 11.2,46.3 11.31,46.48",  # Adige
        "11.12,46.07 11.24,46.06 11.30,46.01 11.40,46.04 11.46,46.05 11.56,46.045 11.64,46.015",  # Valsugana
        "11.79,46.01 11.85,46.02 11.91,46.02 11.99,46.045 12.08,46.08 12.15,46.115 12.22,46.14 12.28,46.18 12.35,46.15",  # Val Belluna
        "11.40,45.765 11.36,45.80",  # to Arsiero
        "11.49,45.877 11.53,45.877",  # Asiago
        "11.81,46.165 11.84,46.18",  # Primiero
        "11.40,46.28 11.50,46.295",  # Fiemme
        "13.09,46.32 13.06,46.24",  # the Tagliamento comes out of the mountains
        "13.55,46.335 13.53,46.325",  # Plezzo
        "13.575,46.25 13.62,46.23",  # Caporetto
        "13.71,46.19 13.745,46.18",  # Tolmino
        "13.45,46.10 13.48,46.125",  # Natisone
        "11.24,45.72 11.30,45.71 11.35,45.712",  # Val Leogra
    )
]
HEIGHTS = points(  # 2,000 m and more, or sheer rock
    "11.13,45.72 11.175,45.79 11.17,45.98 11.42,45.965 11.49,45.995 11.55,45.985 11.36,46.13 11.44,46.16 11.50,46.20 11.56,46.20 11.605,46.18 11.65,46.23"
    " 11.73,46.25 11.85,46.26 11.90,46.24 11.84,46.095 11.92,46.12 12.02,46.16 12.08,46.20 12.18,46.235 12.10,46.28 12.40,46.24 12.47,46.13"
    " 12.36,46.32 12.46,46.30 12.58,46.27 12.68,46.29 12.80,46.29 13.24,46.305 13.32,46.31 13.44,46.335 13.64,46.285 13.68,46.265 13.76,46.265"
    " 13.84,46.24 13.90,46.23 10.85,45.73 10.86,45.78 10.91,46.05 10.90,46.15 11.29,46.22 13.70,46.33 13.80,46.32 13.90,46.32 12.95,46.31"
    " 11.28,45.90 11.24,45.83 11.40,45.92"
)
WOODS = points(
    "12.11,45.815 12.16,45.81 12.21,45.81 12.39,46.05 12.42,46.07 11.50,45.46 11.56,45.46 13.50,46.00 13.54,45.985 13.80,45.975 13.86,45.96 13.75,45.99"
    " 13.90,45.99 11.55,45.785 11.63,45.79 12.20,45.965 12.05,45.895 13.62,45.91"
)

# ------------------------------------------------------------------ places: cities, towns, names on the map
CITIES = {
    "Verona": (11.0, 45.44),
    "Vicenza": (11.545, 45.55),
    "Padova": (11.88, 45.41),
    "Treviso": (12.2416, 45.6667),
    "Udine": (13.2346, 46.0637),
    "Trento": (11.121, 46.068),
    "Gorizia": (13.6217, 45.941),
    "Trieste": (13.785, 45.65),
}
TOWNS = {
    "Schio": (11.3567, 45.7126),
    "Thiene": (11.4796, 45.7088),
    "Bassano": (11.7274, 45.7666),
    "Montebelluna": (12.049, 45.775),
    "Mestre": (12.2454, 45.4917),
    "Rovereto": (11.0405, 45.8904),
    "Ala": (11.002, 45.76),
    "Pergine": (11.238, 46.064),
    "Levico": (11.304, 46.012),
    "Borgo": (11.455, 46.053),
    "Primolano": (11.705, 45.965),
    "Asiago": (11.51, 45.876),
    "Arsiero": (11.356, 45.804),
    "Lavarone": (11.26, 45.94),
    "Marostica": (11.66, 45.745),
    "Cittadella": (11.784, 45.649),
    "Castelfranco": (11.927, 45.672),
    "Asolo": (11.914, 45.801),
    "Crespano": (11.835, 45.827),
    "Camposampiero": (11.93, 45.567),
    "Pederobba": (11.955, 45.877),
    "Feltre": (11.905, 46.02),
    "Fonzaso": (11.80, 46.015),
    "Belluno": (12.217, 46.14),
    "Ponte nelle Alpi": (12.28, 46.185),
    "Longarone": (12.30, 46.267),
    "Primiero": (11.83, 46.175),
    "Valdobbiadene": (11.995, 45.90),
    "Pieve di Soligo": (12.173, 45.90),
    "Vittorio": (12.3007, 45.98),
    "Conegliano": (12.297, 45.887),
    "Sacile": (12.503, 45.953),
    "Oderzo": (12.488, 45.781),
    "Motta": (12.607, 45.78),
    "San Donà": (12.565, 45.632),
    "Portogruaro": (12.837, 45.777),
    "Pordenone": (12.66, 45.956),
    "Maniago": (12.708, 46.166),
    "Spilimbergo": (12.90, 46.111),
    "Casarsa": (12.84, 45.95),
    "Codroipo": (12.98, 45.96),
    "San Daniele": (13.01, 46.158),
    "Gemona": (13.138, 46.279),
    "Latisana": (13.00, 45.78),
    "Palmanova": (13.31, 45.905),
    "Cervignano": (13.336, 45.823),
    "Cividale": (13.43, 46.092),
    "Caporetto": (13.579, 46.2476),
    "Tolmino": (13.733, 46.183),
    "Plezzo": (13.552, 46.335),
    "Cormons": (13.47, 45.957),
    "Monfalcone": (13.533, 45.805),
    "Vipacco": (13.96, 45.847),
    "Camisano": (11.71, 45.52),
    "Noale": (12.07, 45.55),
    "Valdagno": (11.30, 45.648),
    "Soave": (11.25, 45.42),
    "Caorle": (12.875, 45.60),
    "Cavalese": (11.46, 46.29),
}
NAMES = {
    "Monte Pasubio": (11.175, 45.79),
    "Monte Zugna": (11.05, 45.82),
    "Monte Carega": (11.13, 45.72),
    "Folgaria": (11.168, 45.915),
    "Monte Cengio": (11.41, 45.82),
    "Ortigara": (11.49, 45.995),
    "Monte Grappa": (11.80, 45.873),
    "Monte Tomba": (11.885, 45.89),
    "Col Moschin": (11.70, 45.862),
    "Cismon": (11.73, 45.925),
    "Quero": (11.93, 45.92),
    "Seren": (11.85, 45.985),
    "Arsié": (11.76, 45.985),
    "Vidor": (12.04, 45.865),
    "Nervesa": (12.205, 45.826),
    "Susegana": (12.25, 45.85),
    "Ponte di Piave": (12.465, 45.715),
    "Zenson": (12.49, 45.675),
    "Cortellazzo": (12.725, 45.545),
    "Maserada": (12.31, 45.75),
    "Farra": (12.36, 46.12),
    "Cansiglio": (12.40, 46.06),
    "Cima d'Asta": (11.605, 46.18),
    "Vette Feltrine": (11.84, 46.095),
    "Cima Mandriolo": (11.42, 45.965),
    "Pinzano": (12.94, 46.185),
    "Cornino": (13.02, 46.225),
    "Monte Matajur": (13.53, 46.21),
    "Kolovrat": (13.64, 46.19),
    "Kambresko": (13.64, 46.10),
    "Monte Nero": (13.66, 46.266),
    "Globocak": (13.648, 46.135),
    "Bainsizza": (13.70, 46.06),
    "Canale": (13.635, 46.087),
    "Monte San Gabriele": (13.66, 45.975),
    "Plava": (13.59, 46.045),
    "Hermada": (13.66, 45.79),
    "Doberdò": (13.545, 45.845),
    "Santa Lucia": (13.75, 46.155),
    "Stupizza": (13.475, 46.191),
    "Tarcento": (13.218, 46.213),
    "Aidussina": (13.90, 45.885),
    "Grado": (13.39, 45.69),
    "San Vito": (12.855, 45.915),
    "Aviano": (12.585, 46.07),
    "Recoaro": (11.222, 45.704),
    "Strigno": (11.52, 46.065),
    "Meduna": (12.62, 45.83),
    "Jesolo": (12.64, 45.535),
    "Cima Dodici": (11.47, 45.998),
    "Col Visentin": (12.295, 46.055),
    "Fadalto": (12.33, 46.075),
    "Conco": (11.605, 45.80),
    "Foza": (11.63, 45.897),
    "Venzone": (13.14, 46.333),
    "Nimis": (13.265, 46.20),
    "San Pietro": (13.48, 46.125),
    "Sella": (13.80, 46.155),
    "Cencenighe": (11.97, 46.35),
    "Mas": (12.13, 46.155),
    "Valstagna": (11.64, 45.86),
    "San Nazario": (11.705, 45.835),
    "Trenta": (13.72, 46.345),
    "Ora": (11.22, 46.345),
    "Sesana": (13.91, 45.71),
    "Tonezza": (11.35, 45.86),
    "Vallarsa": (11.12, 45.785),
    "San Giovanni": (13.60, 45.79),
}

EDGE = {  # where ways leave the map; they bear no name
    "north Piave": (12.37, 46.36),
    "south Padova": (11.86, 45.37),
    "south Soave": (11.22, 45.37),
    "south Vicenza": (11.55, 45.37),
}

# ------------------------------------------------------------------ rivers: name, course (of geo/water.json, or points), what it is
RIVERS = [
    ("Adige", "Adige (by hand)", "closed-river"),
    ("Piave", "Piave (by hand)", "major-river"),
    ("Tagliamento", "Tagliamento", "major-river"),
    ("Isonzo", "Isonzo", "major-river"),
    ("Livenza", points("12.45,46.01 12.50,45.95 12.59,45.88 12.61,45.78 12.74,45.69 12.87,45.60"), "major-river"),
    ("Brenta", "Brenta", "minor-river"),
    ("Cismon", points("11.83,46.20 11.77,46.10 11.76,46.02 11.74,45.96 11.715,45.93"), "minor-river"),
    ("Astico", "Astico", "minor-river"),
    ("Bacchiglione", points("11.24,45.74 11.35,45.70 11.43,45.65 11.53,45.56 11.63,45.49 11.76,45.43"), "minor-river"),
    ("Sile", "Sile", "minor-river"),
    ("Monticano", "Monticano", "minor-river"),
    ("Meduna", points("12.75,46.22 12.72,46.12 12.71,46.00 12.63,45.90 12.61,45.80"), "minor-river"),
    ("Cordevole", points("12.02,46.34 12.07,46.25 12.13,46.16 12.12,46.10"), "minor-river"),
    ("Torre", "Torre", "minor-river"),
    ("Natisone", "Natisone", "minor-river"),
    ("Judrio", "Judrio", "minor-river"),
    ("Vipacco", "Vipacco", "minor-river"),
    ("Baca", "Idria/Baca (into the Isonzo at S. Lucia)", "minor-river"),
]

# ------------------------------------------------------------------ ways: through these places, between them as the ground allows
ROADS = """Verona Soave Vicenza Camisano Padova Mestre;Padova Noale Treviso;Mestre Treviso Susegana Conegliano Sacile Pordenone Casarsa Codroipo Udine
Vicenza Thiene Arsiero Tonezza Lavarone Levico;Schio Thiene Marostica Bassano;Vicenza Schio;Vicenza Cittadella Castelfranco Treviso
Bassano Cittadella Padova;Castelfranco Camposampiero Padova;Bassano Asolo Montebelluna Treviso;Castelfranco Montebelluna Nervesa
Montebelluna Pederobba Quero Feltre Belluno Ponte%nelle%Alpi Longarone;Ponte%nelle%Alpi Fadalto Vittorio Conegliano
Bassano San%Nazario Primolano Strigno Borgo Levico Pergine Trento;Primolano Arsié Fonzaso Feltre;Trento Rovereto Ala Verona
Treviso Ponte%di%Piave Oderzo Motta Portogruaro Latisana Palmanova Cormons Gorizia;Mestre San%Donà Portogruaro;Latisana Cervignano Monfalcone
Monfalcone San%Giovanni Trieste;Conegliano Oderzo;Valdobbiadene Pieve%di%Soligo Conegliano;Pieve%di%Soligo Vittorio;Vittorio Sacile
Udine Cividale Stupizza Caporetto Plezzo;Caporetto Tolmino Santa%Lucia Canale Plava Gorizia;Udine Cormons;Udine Gemona Venzone;Udine San%Daniele Pinzano Spilimbergo Maniago Pordenone
Spilimbergo Casarsa San%Vito Portogruaro;Udine Palmanova Cervignano;Gorizia Aidussina Vipacco;Codroipo Latisana;Thiene Asiago;Bassano Monte%Grappa
Rovereto Folgaria Lavarone;Gorizia Monfalcone;Santa%Lucia Sella;Vicenza Valdagno Schio;Trento Ora;Plezzo Trenta;Longarone north%Piave;Padova south%Padova;Soave south%Soave;Vicenza south%Vicenza;Trieste Sesana"""
MINOR = """Rovereto Vallarsa Schio;Valdagno Recoaro Vallarsa;Marostica Conco Asiago Foza Primolano;Asiago Ortigara;Crespano Monte%Grappa;Pederobba Monte%Tomba Monte%Grappa
Seren Monte%Grappa;Feltre Seren;Fonzaso Primiero;Strigno Cima%d'Asta;Valdobbiadene Feltre;Pederobba Vidor Valdobbiadene;Nervesa Maserada Ponte%di%Piave Zenson San%Donà
San%Donà Cortellazzo;San%Donà Jesolo;Mestre Jesolo;Sacile Aviano Maniago;Oderzo Meduna Portogruaro;Pinzano Cornino Gemona;Gemona Tarcento Nimis Cividale
Cividale San%Pietro Kolovrat Tolmino;Cividale Globocak;Globocak Kambresko Canale;Canale Bainsizza;Bainsizza Monte%San%Gabriele Gorizia;Monfalcone Doberdò Gorizia;Portogruaro Caorle
Belluno Mas Cencenighe;Farra Fadalto;Farra Cansiglio Vittorio;Cervignano Grado;Stupizza Monte%Matajur;Asolo Crespano Bassano;Noale Mestre;Camisano Cittadella;Pieve%di%Soligo Susegana
Arsiero Monte%Cengio Asiago;Rovereto Monte%Zugna;Arsié Cismon;Ora Cavalese;Aidussina Trieste"""
RAILS = """Verona Soave Vicenza Padova Mestre Venezia;Verona Ala Rovereto Trento Ora;Trento Pergine Levico Borgo Primolano San%Nazario Bassano;Vicenza Thiene Schio
Thiene Asiago;Vicenza Cittadella Castelfranco Treviso;Bassano Castelfranco Noale Mestre;Bassano Cittadella Camposampiero Padova;Camposampiero Castelfranco Montebelluna Pederobba Quero Feltre Belluno
Montebelluna Treviso;Mestre Treviso Susegana Conegliano Sacile Pordenone Casarsa Codroipo Udine;Conegliano Vittorio;Treviso Ponte%di%Piave Oderzo Motta Portogruaro
Mestre San%Donà Portogruaro Latisana Cervignano Monfalcone Trieste Sesana;Padova south%Padova;Casarsa San%Vito Portogruaro;Casarsa Spilimbergo Pinzano Gemona;Udine Gemona Venzone;Udine Cividale;Udine Palmanova Cervignano
Udine Cormons Gorizia Aidussina;Gorizia Plava Canale Santa%Lucia Sella;Gorizia Monfalcone;Thiene Arsiero;Nervesa Montebelluna;Nervesa Susegana"""

# ------------------------------------------------------------------ the front of 24 October 1917, from north to south
FRONT_1917 = points(
    "13.60,46.42 13.58,46.345 13.61,46.31 13.66,46.275 13.68,46.245 13.69,46.215 13.70,46.18 13.715,46.15 13.70,46.125 13.735,46.09 13.75,46.05 13.73,46.00"
    " 13.68,45.97 13.665,45.935 13.65,45.90 13.66,45.86 13.64,45.82 13.60,45.785 13.58,45.75"
)
