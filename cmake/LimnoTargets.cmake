# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Compile options that every target of ours shares.
add_library(limno_options INTERFACE)
target_compile_options(limno_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  target_compile_options(limno_options INTERFACE -Wno-restrict) # false on "text" + string when optimized: GCC 105651
endif()
target_include_directories(limno_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_definitions(limno_options INTERFACE LIMNOGRAPH_VERSION="${PROJECT_VERSION}")
if(LIMNOGRAPH_WERROR)
  target_compile_options(limno_options INTERFACE -Werror)
endif()
if(LIMNOGRAPH_SANITIZE)
  target_compile_options(limno_options INTERFACE -fsanitize=${LIMNOGRAPH_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(limno_options INTERFACE -fsanitize=${LIMNOGRAPH_SANITIZE})
  target_compile_definitions(limno_options INTERFACE LIMNOGRAPH_SANITIZED)
endif()

macro(limno_find_dependencies)
  find_package(Threads REQUIRED)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Sql Network Test)
  if(LIMNOGRAPH_WINDOW)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Gui Widgets PrintSupport Svg LinguistTools)
    find_package(QCustomPlotQt6 REQUIRED)
  endif()
  find_package(spdlog REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(tl-expected REQUIRED)
  find_package(Boost 1.74 REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
  if(LIMNOGRAPH_TENSORS)
    include(LimnoLibTorch)
  endif()
  if(LIMNOGRAPH_IMAGES)
    include(LimnoOpenCV)
  endif()
endmacro()

# limno_folder(NAME SOURCES… [LINK LIBRARIES…]): the object library of one folder of core.
function(limno_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINK")
  add_library(${name} OBJECT ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE limno_options PUBLIC tl::expected ${ARG_LINK})
  target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS)
endfunction()

# limno_test(NAME SOURCES… [LINK LIBRARIES…]): one Qt Test program, run offscreen, any unexpected warning is its own
# business; ctest finds golden files through LIMNOGRAPH_SHARED.
function(limno_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINK;LABELS")
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE limno_options Qt6::Test ${ARG_LINK})
  target_compile_definitions(${name} PRIVATE
    LIMNOGRAPH_SOURCE_DIR="${CMAKE_SOURCE_DIR}" LIMNOGRAPH_SHARED_DIR="${CMAKE_SOURCE_DIR}/../shared"
    LIMNOGRAPH_BUILD_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 ENVIRONMENT
    "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/support/tsan.supp")
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()
