# How Sphinx makes the site from what docs/site/build has staged.
import os

project = "Zermelo"
author = copyright = "the authors of Zermelo"
release = version = os.environ.get("ZERMELO_VERSION", "")
extensions = ["myst_parser", "breathe"]
root_doc = "index"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]
nitpicky = False
breathe_projects = {"zermelo": os.environ.get("ZERMELO_API_XML", "xml")}
breathe_default_project = "zermelo"
breathe_default_members = ("members",)
breathe_show_define_initializer = False
cpp_id_attributes = ["ZERMELO_HD"]
highlight_language = "none"
pygments_style = "tango"
html_theme = "furo"
html_title = "Zermelo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # it would fetch pages, which a browser refuses for files
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b08", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#e2a96b", "color-brand-content": "#7fb8dd"},
}
